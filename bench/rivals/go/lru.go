// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

package main

// Row lru: the cache of bench/lru_cache.h, statement by statement.

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

func runLru(divisor uint32) {
	capacity := (uint32(1) << 19) / divisor
	c := cache{buckets: make([]*entry, capacity), capacity: capacity}
	numbers := newRandom()
	var sum uint64
	b := beginBatches()
	b.run(4000000/divisor, func() {
		sum += uint64(c.lookUp(numbers.below(2 * capacity)))
	})
	b.print("lru", sum+c.hitCount)
}
