// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

/** Row lru: the cache of bench/lru_cache.h, statement by statement. */
final class LruCache {
  private static final class Entry {
    final int key;
    final int value;
    Entry nextInBucket;
    Entry newer;
    Entry older;

    Entry(int key, int value) {
      this.key = key;
      this.value = value;
    }
  }

  private final Entry[] buckets;
  private final int capacity;
  private int entryCount;
  private long hitCount;
  private Entry newest;
  private Entry oldest;

  private LruCache(int capacity) {
    buckets = new Entry[capacity];
    this.capacity = capacity;
  }

  private int bucketOf(int key) {
    long hash = (Integer.toUnsignedLong(key) * 0x9e3779b97f4a7c15L) >>> 32;
    return (int) (hash * capacity >>> 32);
  }

  private int lookUp(int key) {
    Entry entry = buckets[bucketOf(key)];
    while (entry != null && entry.key != key) entry = entry.nextInBucket;
    if (entry == null) return add(key);
    ++hitCount;
    if (entry != newest) {
      unlink(entry);
      linkAsNewest(entry);
    }
    return entry.value;
  }

  private int add(int key) {
    if (entryCount == capacity) {
      dropOldest();
    } else {
      ++entryCount;
    }
    Entry fresh = new Entry(key, key ^ 0x5bd1e995);
    int bucket = bucketOf(key);
    fresh.nextInBucket = buckets[bucket];
    buckets[bucket] = fresh;
    linkAsNewest(fresh);
    return fresh.value;
  }

  private void dropOldest() {
    Entry entry = oldest;
    unlink(entry);
    int bucket = bucketOf(entry.key);
    if (buckets[bucket] == entry) {
      buckets[bucket] = entry.nextInBucket;
      return;
    }
    Entry before = buckets[bucket];
    while (before.nextInBucket != entry) before = before.nextInBucket;
    before.nextInBucket = entry.nextInBucket;
  }

  private void unlink(Entry entry) {
    if (entry.newer == null) {
      newest = entry.older;
    } else {
      entry.newer.older = entry.older;
    }
    if (entry.older == null) {
      oldest = entry.newer;
    } else {
      entry.older.newer = entry.newer;
    }
  }

  private void linkAsNewest(Entry entry) {
    entry.newer = null;
    entry.older = newest;
    if (newest == null) {
      oldest = entry;
    } else {
      newest.newer = entry;
    }
    newest = entry;
  }

  static void run(int divisor) throws Exception {
    int capacity = (1 << 19) / divisor;
    LruCache cache = new LruCache(capacity);
    Random random = new Random();
    long[] sum = new long[1];
    Batches batches = new Batches();
    batches.run(
        4_000_000 / divisor,
        () -> sum[0] += Integer.toUnsignedLong(cache.lookUp(random.below(2 * capacity))));
    batches.print("lru", sum[0] + cache.hitCount);
  }
}
