// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Row lru of suite pauses in Go: the cache of bench/lru_cache.h, statement by
// statement, on the collector of Go's run-time system with its default options.
//
//	go run lru_pauses.go [--quick] [--list] [lru]
package main

import (
	"fmt"
	"os"
	"runtime"
	"sort"
	"strings"
	"syscall"
	"time"
	"unsafe"
)

const batchCount = 256

// CLOCK_PROCESS_CPUTIME_ID and CLOCK_THREAD_CPUTIME_ID of Linux.
const (
	processClock = 2
	threadClock  = 3
)

func cpuMs(clock uintptr) float64 {
	var now syscall.Timespec
	syscall.Syscall(syscall.SYS_CLOCK_GETTIME, clock,
		uintptr(unsafe.Pointer(&now)), 0)
	return float64(now.Sec)*1e3 + float64(now.Nsec)*1e-6
}

type random struct{ state uint64 }

func (r *random) below(bound uint32) uint32 {
	r.state ^= r.state << 13
	r.state ^= r.state >> 7
	r.state ^= r.state << 17
	return uint32(r.state >> 32 * uint64(bound) >> 32)
}

type entry struct {
	nextInBucket *entry
	newer        *entry
	older        *entry
	key          uint32
	value        uint32
}

type cache struct {
	buckets    []*entry
	capacity   uint32
	entryCount uint32
	hitCount   uint64
	newest     *entry
	oldest     *entry
}

func (c *cache) bucket(key uint32) **entry {
	hash := uint64(key) * 0x9e3779b97f4a7c15 >> 32
	return &c.buckets[hash*uint64(c.capacity)>>32]
}

func (c *cache) lookUp(key uint32) uint32 {
	found := *c.bucket(key)
	for found != nil && found.key != key {
		found = found.nextInBucket
	}
	if found == nil {
		return c.add(key)
	}
	c.hitCount++
	if found != c.newest {
		c.unlink(found)
		c.linkAsNewest(found)
	}
	return found.value
}

func (c *cache) add(key uint32) uint32 {
	if c.entryCount == c.capacity {
		c.dropOldest()
	} else {
		c.entryCount++
	}
	fresh := &entry{key: key, value: key ^ 0x5bd1e995}
	place := c.bucket(key)
	fresh.nextInBucket = *place
	*place = fresh
	c.linkAsNewest(fresh)
	return fresh.value
}

func (c *cache) dropOldest() {
	oldest := c.oldest
	c.unlink(oldest)
	place := c.bucket(oldest.key)
	for *place != oldest {
		place = &(*place).nextInBucket
	}
	*place = oldest.nextInBucket
}

func (c *cache) unlink(e *entry) {
	if e.newer == nil {
		c.newest = e.older
	} else {
		e.newer.older = e.older
	}
	if e.older == nil {
		c.oldest = e.newer
	} else {
		e.older.newer = e.newer
	}
}

func (c *cache) linkAsNewest(e *entry) {
	e.newer = nil
	e.older = c.newest
	if c.newest == nil {
		c.oldest = e
	} else {
		c.newest.newer = e
	}
	c.newest = e
}

// Bytes of the line "VmHWM:" of /proc/self/status.
func peakBytes() uint64 {
	text, _ := os.ReadFile("/proc/self/status")
	var kibibytes uint64
	_, rest, _ := strings.Cut(string(text), "VmHWM:")
	fmt.Sscanf(rest, "%d kB", &kibibytes)
	return kibibytes * 1024
}

func runLru(divisor uint32) {
	operations := 4000000 / divisor
	capacity := (uint32(1) << 19) / divisor
	c := cache{buckets: make([]*entry, capacity), capacity: capacity}
	numbers := random{0x9e3779b97f4a7c15}
	var sum uint64
	var batches, wallBatches []float64
	processMs, begin := cpuMs(processClock), time.Now()
	for i := uint32(0); i < operations; i += batchCount {
		batchMs, batchBegin := cpuMs(threadClock), time.Now()
		for j := 0; j < batchCount; j++ {
			sum += uint64(c.lookUp(numbers.below(2 * capacity)))
		}
		batches = append(batches, cpuMs(threadClock)-batchMs)
		wallBatches = append(wallBatches,
			float64(time.Since(batchBegin).Nanoseconds())*1e-6)
	}
	processMs = cpuMs(processClock) - processMs
	wallMs := float64(time.Since(begin).Nanoseconds()) * 1e-6
	sort.Float64s(batches)
	sort.Float64s(wallBatches)
	last, p999 := len(batches)-1, len(batches)*999/1000
	fmt.Printf("{\"suite\":\"pauses\",\"row\":\"lru\",\"variant\":\"go\","+
		"\"cpu_ms\":%.4f,\"wall_ms\":%.4f,\"peak_bytes\":%d,"+
		"\"metric\":\"batch_ms_max\",\"batch_ms_max\":%.6g,"+
		"\"batch_ms_p999\":%.6g,\"batch_wall_ms_max\":%.6g,"+
		"\"batch_wall_ms_p999\":%.6g,\"checksum\":%d}\n",
		processMs, wallMs, peakBytes(), batches[last], batches[p999],
		wallBatches[last], wallBatches[p999], sum+c.hitCount)
}

func main() {
	// The thread's time is that of the program, whatever the scheduler does.
	runtime.LockOSThread()
	divisor := uint32(1)
	for _, argument := range os.Args[1:] {
		switch argument {
		case "--list":
			fmt.Println("lru")
			return
		case "--quick":
			divisor = 16
		case "lru":
		default:
			fmt.Fprintf(os.Stderr, "pauses.go: %s: no such option or group\n",
				argument)
			os.Exit(2)
		}
	}
	runLru(divisor)
}
