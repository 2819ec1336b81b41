// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Suite pauses in Go: rows of bench/pauses.cc, statement by statement, on the
// collector of Go's run-time system with its default options.
//
//	pauses.go [--quick] [--list] [ROW...]
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

func newRandom() random { return random{0x9e3779b97f4a7c15} }

func (r *random) next() uint32 {
	r.state ^= r.state << 13
	r.state ^= r.state >> 7
	r.state ^= r.state << 17
	return uint32(r.state >> 32)
}

func (r *random) below(bound uint32) uint32 {
	return uint32(uint64(r.next()) * uint64(bound) >> 32)
}

// Bytes of the line "VmHWM:" of /proc/self/status.
func peakBytes() uint64 {
	text, _ := os.ReadFile("/proc/self/status")
	var kibibytes uint64
	_, rest, _ := strings.Cut(string(text), "VmHWM:")
	fmt.Sscanf(rest, "%d kB", &kibibytes)
	return kibibytes * 1024
}

// The times of a row's batches, and of all of it.
type batches struct {
	cpuMs     []float64
	wallMs    []float64
	processMs float64
	begin     time.Time
}

func beginBatches() *batches {
	return &batches{processMs: cpuMs(processClock), begin: time.Now()}
}

func (b *batches) run(operations uint32, operation func()) {
	for i := uint32(0); i < operations; i += batchCount {
		batchMs, batchBegin := cpuMs(threadClock), time.Now()
		for j := 0; j < batchCount; j++ {
			operation()
		}
		b.cpuMs = append(b.cpuMs, cpuMs(threadClock)-batchMs)
		b.wallMs = append(b.wallMs,
			float64(time.Since(batchBegin).Nanoseconds())*1e-6)
	}
}

func (b *batches) print(row string, checksum uint64) {
	processMs := cpuMs(processClock) - b.processMs
	wallMs := float64(time.Since(b.begin).Nanoseconds()) * 1e-6
	sort.Float64s(b.cpuMs)
	sort.Float64s(b.wallMs)
	last, p999 := len(b.cpuMs)-1, len(b.cpuMs)*999/1000
	fmt.Printf("{\"suite\":\"pauses\",\"row\":\"%s\",\"variant\":\"go\","+
		"\"cpu_ms\":%.4f,\"wall_ms\":%.4f,\"peak_bytes\":%d,"+
		"\"metric\":\"batch_ms_max\",\"batch_ms_max\":%.6g,"+
		"\"batch_ms_p999\":%.6g,\"batch_wall_ms_max\":%.6g,"+
		"\"batch_wall_ms_p999\":%.6g,\"checksum\":%d}\n",
		row, processMs, wallMs, peakBytes(), b.cpuMs[last], b.cpuMs[p999],
		b.wallMs[last], b.wallMs[p999], checksum)
}

var rows = []struct {
	name string
	run  func(divisor uint32)
}{
	{"lru", runLru},
	{"document", runDocument},
	{"weak", runWeak},
	{"stack", runStack},
}

func isRow(name string) bool {
	for _, row := range rows {
		if row.name == name {
			return true
		}
	}
	return false
}

func main() {
	// The thread's time is that of the program, whatever the scheduler does.
	runtime.LockOSThread()
	divisor := uint32(1)
	asked := map[string]bool{}
	for _, argument := range os.Args[1:] {
		switch {
		case argument == "--list":
			for _, row := range rows {
				fmt.Println(row.name)
			}
			return
		case argument == "--quick":
			divisor = 16
		case isRow(argument):
			asked[argument] = true
		default:
			fmt.Fprintf(os.Stderr, "pauses.go: %s: no such option or group\n",
				argument)
			os.Exit(2)
		}
	}
	for _, row := range rows {
		if len(asked) == 0 || asked[row.name] {
			row.run(divisor)
		}
	}
}
