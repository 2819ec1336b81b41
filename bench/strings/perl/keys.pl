# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
#
# The columns G.

use strict;
use warnings;

sub {
    my ($row, $scale, $prefix) = @_;
    my $count = $scale->(1_000_000);
    my %map;
    keys(%map) = $count;
    $map{"$prefix$_"} = $_ for 1 .. $count;
    $row->start;
    my @keys = keys %map;
    $row->stop($count, $count);
    my $sum = @keys;
    $sum += length($_) + ord(substr $_, -1) for @keys;
    $row->show($sum);
}
