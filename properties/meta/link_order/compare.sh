#!/bin/sh
# compare.sh A B: both programs succeed and print the same.
set -eu
a=$("$1")
b=$("$2")
echo "$a"
echo "$b"
test "$a" = "$b"
