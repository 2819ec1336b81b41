// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/**
 * Row lru of suite pauses in Java: the cache of bench/lru_cache.h, statement by
 * statement. The collector is chosen by who starts the virtual machine.
 *
 * <p>Usage: java -XX:+UseG1GC -Dvariant=NAME LruPauses [--quick] [--list] [lru]
 */
public final class LruPauses {
  private static final int BATCH_COUNT = 256;

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

  private static final class Random {
    private long state = 0x9e3779b97f4a7c15L;

    int below(int bound) {
      state ^= state << 13;
      state ^= state >>> 7;
      state ^= state << 17;
      return (int) ((state >>> 32) * bound >>> 32);
    }
  }

  private static final class Cache {
    private final Entry[] buckets;
    private final int capacity;
    private int entryCount;
    private long hitCount;
    private Entry newest;
    private Entry oldest;

    Cache(int capacity) {
      buckets = new Entry[capacity];
      this.capacity = capacity;
    }

    private int bucketOf(int key) {
      long hash = (Integer.toUnsignedLong(key) * 0x9e3779b97f4a7c15L) >>> 32;
      return (int) (hash * capacity >>> 32);
    }

    int lookUp(int key) {
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
  }

  /** Bytes of the line "VmHWM:" of /proc/self/status. */
  private static long peakBytes() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith("VmHWM:")) {
        return Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024;
      }
    }
    return 0;
  }

  private static double processCpuMs() {
    var system =
        (com.sun.management.OperatingSystemMXBean)
            ManagementFactory.getOperatingSystemMXBean();
    return system.getProcessCpuTime() * 1e-6;
  }

  private static void runLru(int divisor) throws IOException {
    int operations = 4_000_000 / divisor;
    int capacity = (1 << 19) / divisor;
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    Cache cache = new Cache(capacity);
    Random random = new Random();
    long sum = 0;
    int batchCount = (operations + BATCH_COUNT - 1) / BATCH_COUNT;
    double[] batches = new double[batchCount];
    double[] wallBatches = new double[batchCount];
    double cpuMs = processCpuMs();
    long begin = System.nanoTime();
    for (int i = 0; i < batchCount; ++i) {
      long batch = threads.getCurrentThreadCpuTime();
      long batchBegin = System.nanoTime();
      for (int j = 0; j < BATCH_COUNT; ++j) {
        int key = random.below(2 * capacity);
        sum += Integer.toUnsignedLong(cache.lookUp(key));
      }
      batches[i] = (threads.getCurrentThreadCpuTime() - batch) * 1e-6;
      wallBatches[i] = (System.nanoTime() - batchBegin) * 1e-6;
    }
    cpuMs = processCpuMs() - cpuMs;
    double wallMs = (System.nanoTime() - begin) * 1e-6;
    Arrays.sort(batches);
    Arrays.sort(wallBatches);
    int p999 = (int) (batchCount * 999L / 1000);
    System.out.printf(
        Locale.ROOT,
        "{\"suite\":\"pauses\",\"row\":\"lru\",\"variant\":\"%s\","
            + "\"cpu_ms\":%.4f,\"wall_ms\":%.4f,\"peak_bytes\":%d,"
            + "\"metric\":\"batch_ms_max\",\"batch_ms_max\":%.6g,"
            + "\"batch_ms_p999\":%.6g,\"batch_wall_ms_max\":%.6g,"
            + "\"batch_wall_ms_p999\":%.6g,\"checksum\":%d}%n",
        System.getProperty("variant", "java"), cpuMs, wallMs, peakBytes(),
        batches[batchCount - 1], batches[p999], wallBatches[batchCount - 1],
        wallBatches[p999], sum + cache.hitCount);
  }

  public static void main(String[] arguments) throws IOException {
    int divisor = 1;
    for (String argument : arguments) {
      if (argument.equals("--list")) {
        System.out.println("lru");
        return;
      } else if (argument.equals("--quick")) {
        divisor = 16;
      } else if (!argument.equals("lru")) {
        System.err.println("pauses: " + argument + ": no such option or group");
        System.exit(2);
      }
    }
    runLru(divisor);
  }
}
