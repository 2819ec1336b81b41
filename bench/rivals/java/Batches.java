// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/** The times of a row's batches, and of all of it. */
final class Batches {
  private static final int BATCH_COUNT = 256;

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private double[] cpuMs;
  private double[] wallMs;
  private final double processMs = processCpuMs();
  private final long begin = System.nanoTime();

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

  void run(int operationCount, Runnable operation) {
    int batchCount = (operationCount + BATCH_COUNT - 1) / BATCH_COUNT;
    cpuMs = new double[batchCount];
    wallMs = new double[batchCount];
    for (int i = 0; i < batchCount; ++i) {
      long batch = threads.getCurrentThreadCpuTime();
      long batchBegin = System.nanoTime();
      for (int j = 0; j < BATCH_COUNT; ++j) operation.run();
      cpuMs[i] = (threads.getCurrentThreadCpuTime() - batch) * 1e-6;
      wallMs[i] = (System.nanoTime() - batchBegin) * 1e-6;
    }
  }

  void print(String row, long checksum) throws IOException {
    double allCpuMs = processCpuMs() - processMs;
    double allWallMs = (System.nanoTime() - begin) * 1e-6;
    Arrays.sort(cpuMs);
    Arrays.sort(wallMs);
    int last = cpuMs.length - 1;
    int p999 = (int) (cpuMs.length * 999L / 1000);
    System.out.printf(
        Locale.ROOT,
        "{\"suite\":\"pauses\",\"row\":\"%s\",\"variant\":\"%s\","
            + "\"cpu_ms\":%.4f,\"wall_ms\":%.4f,\"peak_bytes\":%d,"
            + "\"metric\":\"batch_ms_max\",\"batch_ms_max\":%.6g,"
            + "\"batch_ms_p999\":%.6g,\"batch_wall_ms_max\":%.6g,"
            + "\"batch_wall_ms_p999\":%.6g,\"checksum\":%d}%n",
        row, System.getProperty("variant", "java"), allCpuMs, allWallMs, peakBytes(),
        cpuMs[last], cpuMs[p999], wallMs[last], wallMs[p999], checksum);
  }
}
