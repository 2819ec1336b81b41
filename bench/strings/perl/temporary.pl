# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
#
# The columns A and B.

use strict;
use warnings;

sub {
    my ($row, $scale, $n) = @_;
    my $count = $scale->(1_000_000) * 10;
    my $bytes = 0;
    $row->start;
    for (1 .. $count) {
        my $x = 'a' x $n;
        my $y = substr($x, 3, $n - 5);
        my $z = $y . "xyz";
        $bytes += length $z;
    }
    $row->stop($count);
    $row->show($bytes);
}
