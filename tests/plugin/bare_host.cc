// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A program without Halfword: bare_host PLUGIN. The plugin has it.

#include "call_plugin.h"

int main(int argc, char** argv) { return argc == 2 ? CallPlugin(argv[1]) : 2; }
