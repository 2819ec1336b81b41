# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
#
# The columns F.

use strict;
use warnings;

sub {
    my ($row, $scale, $prefix) = @_;
    my $count = $scale->(1_000_000);
    my @texts;
    push @texts, "$prefix$_" for 1 .. $count;
    $row->start;
    my @copies = @texts;
    $row->stop($count, $count);
    my $sum = 0;
    $sum += ord substr($_, -1) for @copies;
    $row->show($sum);
}
