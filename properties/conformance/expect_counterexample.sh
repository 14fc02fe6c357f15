#!/bin/sh
# expect_counterexample.sh TESTS SUITE: the suite finds this system under test wrong, and says how.
set -u
corpus=$(mktemp -d)
trap 'rm -rf "$corpus"' EXIT
output=$(ONCELAB_CORPUS=$corpus "$1" "--gtest_filter=$2.*" 2>&1)
code=$?
printf '%s\n' "$output"
if [ "$code" -ne 1 ]; then
  echo "exit code $code, expected 1"
  exit 1
fi
for text in 'client 0' 'client 1' 'minimised: ' "replay: $1 replay $corpus/"; do
  case $output in
    *"$text"*) ;;
    *)
      echo "the output has no '$text'"
      exit 1
      ;;
  esac
done
# The commands that counterexamples end with work.
for file in "$corpus"/*.json; do
  "$1" replay "$file" >/dev/null
  code=$?
  if [ "$code" -ne 1 ]; then
    echo "replaying $file ended with $code, expected 1"
    exit 1
  fi
done
