#!/bin/sh
# Compiles and runs the tests with a JDK and the console launcher of JUnit 5, without a build tool.
# JUNIT is the jar junit-platform-console-standalone; the default is the one of Debian's package junit5.
set -e
cd "$(dirname "$0")"
junit=${JUNIT:-/usr/share/java/junit-platform-console-standalone.jar}
if [ ! -f "$junit" ]; then
  echo "test.sh: $junit does not exist; install the package junit5, or set JUNIT to junit-platform-console-standalone.jar" >&2
  exit 2
fi
mkdir -p target/classes
javac --release 17 -d target/classes -cp "$junit" src/main/java/orders/*.java src/test/java/orders/*.java
exec java -jar "$junit" --class-path target/classes --scan-class-path target/classes --disable-banner
