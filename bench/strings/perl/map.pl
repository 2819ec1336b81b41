# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
#
# The columns H. The order of the finds is that of ../maps.cc.

use strict;
use warnings;

sub {
    my ($row, $scale, $prefix) = @_;
    my $count = $scale->(1_000_000);
    my $stride = 618_049;
    $row->start;
    my %map;
    $map{"$prefix$_"} = $_ for 1 .. $count;
    my $sum = keys %map;
    $sum += $map{$prefix . ($_ * $stride % $count + 1)} for 1 .. $count;
    $row->stop($count, $count);
    $row->show($sum);
}
