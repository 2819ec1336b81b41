// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Numbers for people, as the tables have them that came with the page.

'use strict';

const UNITS = ['kB', 'MB', 'GB', 'TB', 'PB'];
const SYSTEM_DISTANCE = 100000000;

// "512 B", "1.23 kB", "45.6 MB", "789 GB": three digits.
function formatBytes(bytes) {
  if (bytes < 1000) return `${bytes} B`;
  let value = bytes / 1000;
  let unit = 0;
  for (; value >= 999.5; value /= 1000) ++unit;
  const places = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
  return `${value.toFixed(places)} ${UNITS[unit]}`;
}

const formatCount = count => count.toLocaleString('en-US');

const formatExactly = bytes => `${formatCount(bytes)} bytes`;

function formatShare(part, whole) {
  const percent = whole === 0 ? 0 : 100 * part / whole;
  if (percent === 0) return '0 %';
  if (percent < 0.01) return '< 0.01 %';
  return `${percent.toFixed(percent < 9.995 ? 2 : 1)} %`;
}

function formatDistance(distance) {
  const isShown = distance >= 0 && distance < SYSTEM_DISTANCE;
  return isShown ? String(distance) : '–';
}

// formatSome(1, 'object') is "1 object", formatSome(2, 'object') "2 objects".
function formatSome(count, noun) {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}
