# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
#
# The column E: what ../script.cc does.

use strict;
use warnings;

sub sum_of { length($_[0]) + unpack '%32C*', $_[0] }

sub pass {
    my ($sample) = @_;
    my @lines = split /\n/, $sample;
    my (%count, @titles, @quoted);
    my $sum = 0;
    for my $line (@lines) {
        next if $line eq '';
        ++$sum if index($line, '](') >= 0;
        if ($line =~ /^## (.*)/) {
            my $title = lc $1;
            $title =~ s/ /-/g;
            push @titles, $title;
        }
        if (index($line, '::') >= 0) {
            my $quoted = $line;
            $quoted =~ s/::/./g;
            push @quoted, $quoted;
        }
        ++$count{lc $1} while $line =~ /([A-Za-z]+)/g;
    }
    my $report = '';
    for my $word (sort { $count{$b} <=> $count{$a} || $a cmp $b } keys %count) {
        last if $count{$word} < 2;
        $report .= $word;
        $report .= "\n";
    }
    return $sum + @lines + sum_of($report) + sum_of(join ', ', @titles) +
        sum_of(join "\n", @quoted);
}

sub {
    my ($row, $scale, $path) = @_;
    open my $file, '<:raw', $path or die "$path: $!";
    my $sample = do { local $/; <$file> };
    my $passes = $scale->(16);
    my $sum = 0;
    $row->start;
    $sum += pass($sample) for 1 .. $passes;
    $row->stop($passes * ($sample =~ tr/\n//));
    $row->show($sum);
}
