#!/usr/bin/env node
'use strict';
// Starts the bundled program with V8's code cache of it: compiling takes longer than everything else at the start.
// Node's own compile cache would do the same, for the user that made it alone; the image is run by any user.
const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { dirname, join } = require('node:path');
const { Script } = require('node:vm');

const filename = join(__dirname, 'program.cjs');
const cacheFile = join(__dirname, 'program.cache');

function load() {
  // The bundle is ASCII, for which this is the fastest.
  const source = `(function (require, __filename, __dirname) { ${readFileSync(filename, 'latin1')}\n})`;
  // A cache that does not fit, as on another version of Node, is left aside by V8.
  const cachedData = existsSync(cacheFile) ? readFileSync(cacheFile) : undefined;
  const script = new Script(source, { filename, cachedData });
  script.runInThisContext()(createRequire(filename), filename, dirname(filename));
  return script;
}

if (require.main === module) load();
// While the image is built: serves once, and keeps what was compiled until it was ready.
else
  module.exports = {
    writeCodeCache() {
      const write = process.stdout.write.bind(process.stdout);
      const script = load();
      process.stdout.write = (text, ...rest) => {
        if (!String(text).startsWith('store-orders-sim ready')) return write(text, ...rest);
        writeFileSync(cacheFile, script.createCachedData());
        process.exit(0);
      };
    },
  };
