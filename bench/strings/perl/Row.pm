# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
#
# A row of the suite strings: clocks and memory around the work, and the line of
# JSON that run.py reads, as Row of ../../measure.h.

package Row;

use strict;
use warnings;
use Time::HiRes
    qw(clock_gettime CLOCK_MONOTONIC CLOCK_PROCESS_CPUTIME_ID);

sub kilobytes {
    my ($path, $key) = @_;
    open my $file, '<', $path or die "$path: $!";
    while (<$file>) { return $1 * 1024 if /^$key:\s+(\d+)/ }
    return 0;
}

sub anonymous_bytes { kilobytes('/proc/self/smaps_rollup', 'Anonymous') }

sub new { bless { row => $_[1] }, $_[0] }

sub start {
    my $self = shift;
    $self->{before} = anonymous_bytes();
    $self->{wall} = clock_gettime(CLOCK_MONOTONIC);
    $self->{cpu} = clock_gettime(CLOCK_PROCESS_CPUTIME_ID);
}

# The clocks stop; so many operations were done. Where strings are kept, what
# the process grew by is counted, too.
sub stop {
    my ($self, $operations, $kept) = @_;
    my $cpu = clock_gettime(CLOCK_PROCESS_CPUTIME_ID) - $self->{cpu};
    my $wall = clock_gettime(CLOCK_MONOTONIC) - $self->{wall};
    $self->{figures} = sprintf '"cpu_ms":%.4f,"wall_ms":%.4f,"ns_per_op":%.6g',
        $cpu * 1e3, $wall * 1e3, $cpu * 1e9 / $operations;
    $self->{figures} .= sprintf ',"bytes_per_string":%.6g',
        (anonymous_bytes() - $self->{before}) / $kept if $kept;
}

sub show {
    my ($self, $checksum) = @_;
    printf '{"suite":"strings","row":"%s","variant":"perl",%s,' .
        '"peak_bytes":%d,"metric":"cpu_ms","checksum":%d}' . "\n",
        $self->{row}, $self->{figures},
        kilobytes('/proc/self/status', 'VmHWM'), $checksum;
}

1;
