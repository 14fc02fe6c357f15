#!/bin/sh
# expect_exit.sh CODE COMMAND...: succeeds if the command exits with this code.
set -u
expected=$1
shift
"$@"
code=$?
echo "exit code $code, expected $expected"
test "$code" -eq "$expected"
