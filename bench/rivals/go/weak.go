// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

package main

import "weak"

// Row weak: a million weak references, half of whose targets live.

type target struct{ number uint64 }

func runWeak(divisor uint32) {
	count := (uint32(1) << 20) / divisor
	numbers := newRandom()
	slots := make([]weak.Pointer[target], count)
	owners := make([]*target, count/2)
	b := beginBatches()
	b.run((uint32(1)<<24)/divisor, func() {
		made := &target{uint64(numbers.next())}
		slots[numbers.below(count)] = weak.Make(made)
		owners[numbers.below(count/2)] = made
	})
	b.print("weak", uint64(numbers.next()))
}
