# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
#
# The columns C and D.

use strict;
use warnings;

sub {
    my ($row, $scale, $prefix) = @_;
    my $count = $scale->(1_000_000);
    my $bytes = 0;
    $row->start;
    my @texts;
    for (1 .. $count) {
        push @texts, "$prefix$_";
        $bytes += length $texts[-1];
    }
    $row->stop($count, $count);
    $row->show($bytes);
}
