// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Suite pauses in Java: rows of bench/pauses.cc, statement by statement. The collector is chosen by
 * who starts the virtual machine.
 *
 * <p>Usage: java -XX:+UseG1GC -Dvariant=NAME Pauses [--quick] [--list] [ROW...]
 */
public final class Pauses {
  private interface Row {
    void run(int divisor) throws Exception;
  }

  private static Map<String, Row> rows() {
    Map<String, Row> rows = new LinkedHashMap<>();
    rows.put("lru", LruCache::run);
    rows.put("document", Document::run);
    rows.put("weak", WeakTable::run);
    rows.put("stack", StackTree::run);
    return rows;
  }

  public static void main(String[] arguments) throws Exception {
    Map<String, Row> rows = rows();
    Set<String> asked = new LinkedHashSet<>();
    int divisor = 1;
    for (String argument : arguments) {
      if (argument.equals("--list")) {
        rows.keySet().forEach(System.out::println);
        return;
      } else if (argument.equals("--quick")) {
        divisor = 16;
      } else if (rows.containsKey(argument)) {
        asked.add(argument);
      } else {
        System.err.println("pauses: " + argument + ": no such option or group");
        System.exit(2);
      }
    }
    for (String name : asked.isEmpty() ? rows.keySet() : asked) rows.get(name).run(divisor);
  }
}
