// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

/**
 * Row document: the DOM of bench/dom_document.h, a section of which loses its first tree and gets
 * another at its end.
 */
final class Document {
  private static final int IS_TEXT = 1;
  private static final int TREE_NODES = 8;
  private static final int TREES_OF_A_SECTION = 62;

  private static class Node {
    Node parent;
    Node firstChild;
    Node lastChild;
    Node next;
    Node previous;
    final int flags;

    Node(int flags) {
      this.flags = flags;
    }

    void append(Node child) {
      Node last = lastChild;
      child.parent = this;
      child.previous = last;
      if (last == null) {
        firstChild = child;
      } else {
        last.next = child;
      }
      lastChild = child;
    }
  }

  private static final class Attribute {
    Attribute nextAttribute;
    final int name;
    final int value;

    Attribute(int name, int value) {
      this.name = name;
      this.value = value;
    }
  }

  private static final class Element extends Node {
    final int tag;
    Attribute attributes;

    Element(int flags, int tag) {
      super(flags);
      this.tag = tag;
    }
  }

  private static final class Text extends Node {
    int line;
    final byte[] body;

    Text(int flags, int byteCount) {
      super(flags | IS_TEXT);
      body = new byte[byteCount];
    }
  }

  private Document() {}

  private static Element makeElement(Random random) {
    int number = (int) random.next();
    Element element = new Element(number & 0xfff0, number >>> 25);
    if (random.below(5) == 0) {
      element.attributes = new Attribute(element.flags >>> 12, (int) random.next());
    }
    return element;
  }

  private static Text makeText(Random random) {
    int number = (int) random.next();
    Text text = new Text(number & 0xfff0, 4 + random.below(24));
    for (int i = 0; i < text.body.length; ++i) text.body[i] = (byte) (number >>> (i & 15));
    return text;
  }

  private static void fill(Random random, Node parent, int nodeCount) {
    while (nodeCount > 0) {
      if (random.below(4) == 0) {
        parent.append(makeText(random));
        --nodeCount;
        continue;
      }
      int childNodeCount = 1 + random.below(1 + nodeCount / 4);
      Node child = makeElement(random);
      parent.append(child);
      fill(random, child, childNodeCount - 1);
      nodeCount -= childNodeCount;
    }
  }

  private static Node makeTree(Random random) {
    Node tree = makeElement(random);
    fill(random, tree, TREE_NODES - 1);
    return tree;
  }

  static void run(int divisor) throws Exception {
    Random random = new Random();
    Node[] sections = new Node[(3 << 14) / divisor];
    for (int i = 0; i < sections.length; ++i) {
      sections[i] = makeElement(random);
      for (int j = 0; j < TREES_OF_A_SECTION; ++j) sections[i].append(makeTree(random));
    }
    System.gc();
    Batches batches = new Batches();
    batches.run(
        (1 << 24) / divisor,
        () -> {
          Node section = sections[random.below(sections.length)];
          section.append(makeTree(random));
          Node first = section.firstChild;
          Node second = first.next;
          first.next = null;
          second.previous = null;
          section.firstChild = second;
        });
    batches.print("document", random.next());
  }
}
