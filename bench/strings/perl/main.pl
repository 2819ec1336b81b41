# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
#
# The suite strings in Perl: SAMPLE [--quick] [--list] [GROUP...], as Main() of
# ../../measure.h. Each column is a script of its own, which gives a function of
# (row, scale, what the table here says).

use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Row;

my $sample = shift @ARGV;
my $short = 'aaa';
my $medium = 'a' x 22;
my @groups = (
    ['A', 'temporary.pl', 'A_temporary_12', 12],
    ['B', 'temporary.pl', 'B_temporary_24', 24],
    ['C', 'kept.pl', 'C_kept_9', $short],
    ['D', 'kept.pl', 'D_kept_28', $medium],
    ['F9', 'copies.pl', 'F_copy_9', $short],
    ['F28', 'copies.pl', 'F_copy_28', $medium],
    ['E', 'script.pl', 'E_script', $sample],
    ['G9', 'keys.pl', 'G_keys_9', $short],
    ['G28', 'keys.pl', 'G_keys_28', $medium],
    ['H9', 'map.pl', 'H_map_9', $short],
    ['H28', 'map.pl', 'H_map_28', $medium],
);

my ($quick, $list, %chosen);
for my $argument (@ARGV) {
    if ($argument eq '--quick') { $quick = 1 }
    elsif ($argument eq '--list') { $list = 1 }
    elsif (grep { $_->[0] eq $argument } @groups) { $chosen{$argument} = 1 }
    else {
        print STDERR "strings.perl: $argument: no such option or group\n";
        exit 2;
    }
}
for my $group (@groups) {
    my ($name, $file, $row, @more) = @$group;
    if ($list) { print "$name\n"; next }
    next if %chosen && !$chosen{$name};
    my $run = do "$FindBin::Bin/$file" or die $@ || "$file: $!";
    my $scale = sub { $quick ? int($_[0] / 16) : $_[0] };
    $run->(Row->new($row), $scale, @more);
}
