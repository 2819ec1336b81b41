// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

package main

import "runtime"

// Row document: the DOM of bench/dom_document.h, a section of which loses its
// first tree and gets another at its end. An element, and a text, has a node at
// its beginning; a pointer to that keeps all of it.

type node struct {
	parent, firstChild, lastChild, next, previous *node

	flags uint32
}

type attribute struct {
	nextAttribute *attribute
	name, value   uint32
}

type element struct {
	node
	tag        uint32
	attributes *attribute
}

type text struct {
	node
	line uint32
	body []byte
}

const isText = 1

func (parent *node) append(child *node) {
	last := parent.lastChild
	child.parent = parent
	child.previous = last
	if last == nil {
		parent.firstChild = child
	} else {
		last.next = child
	}
	parent.lastChild = child
}

func makeElement(numbers *random) *node {
	number := numbers.next()
	made := &element{node: node{flags: number & 0xfff0}, tag: number >> 25}
	if numbers.below(5) == 0 {
		made.attributes = &attribute{name: made.flags >> 12,
			value: numbers.next()}
	}
	return &made.node
}

func makeText(numbers *random) *node {
	number := numbers.next()
	made := &text{node: node{flags: number&0xfff0 | isText},
		body: make([]byte, 4+numbers.below(24))}
	for i := range made.body {
		made.body[i] = byte(number >> (i & 15))
	}
	return &made.node
}

func fill(numbers *random, parent *node, nodeCount uint32) {
	for nodeCount > 0 {
		if numbers.below(4) == 0 {
			parent.append(makeText(numbers))
			nodeCount--
			continue
		}
		childNodeCount := 1 + numbers.below(1+nodeCount/4)
		child := makeElement(numbers)
		parent.append(child)
		fill(numbers, child, childNodeCount-1)
		nodeCount -= childNodeCount
	}
}

func makeTree(numbers *random) *node {
	const treeNodes = 8
	tree := makeElement(numbers)
	fill(numbers, tree, treeNodes-1)
	return tree
}

func runDocument(divisor uint32) {
	const treesOfASection = 62
	numbers := newRandom()
	sections := make([]*node, 3<<14/divisor)
	for i := range sections {
		sections[i] = makeElement(&numbers)
		for j := 0; j < treesOfASection; j++ {
			sections[i].append(makeTree(&numbers))
		}
	}
	runtime.GC()
	b := beginBatches()
	b.run((uint32(1)<<24)/divisor, func() {
		section := sections[numbers.below(uint32(len(sections)))]
		section.append(makeTree(&numbers))
		first := section.firstChild
		second := first.next
		first.next = nil
		second.previous = nil
		section.firstChild = second
	})
	b.print("document", uint64(numbers.next()))
}
