#!/bin/sh
# Runs the tests of a folder, before or after, and writes results that the matrix reads.
exec node --test --test-reporter=junit --test-reporter-destination="$STORE_ORDERS_RUN_FOLDER/results.xml" "$1/refunds.test.ts"
