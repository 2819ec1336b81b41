// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

package main

import "math/bits"

// Row stack: a tree that only a local variable holds.

type fork struct{ left, right *fork }

func makeForks(depth int) *fork {
	made := &fork{}
	if depth != 0 {
		made.left = makeForks(depth - 1)
		made.right = makeForks(depth - 1)
	}
	return made
}

func runStack(divisor uint32) {
	const replacedDepth = 2
	depth := bits.Len32((uint32(1)<<22)/divisor) - 1
	numbers := newRandom()
	tree := makeForks(depth)
	b := beginBatches()
	b.run((uint32(1)<<22)/divisor, func() {
		path := numbers.next()
		at := tree
		for i := replacedDepth + 1; i < depth; i++ {
			if path&1 != 0 {
				at = at.left
			} else {
				at = at.right
			}
			path >>= 1
		}
		if path&1 != 0 {
			at.left = makeForks(replacedDepth)
		} else {
			at.right = makeForks(replacedDepth)
		}
	})
	b.print("stack", uint64(numbers.next()))
}
