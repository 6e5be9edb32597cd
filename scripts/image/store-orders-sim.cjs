#!/usr/bin/env node
'use strict';
// Starts the bundled program with V8's code cache of each file: compiling takes longer than everything else at the start.
// Node's own compile cache serves only the user that made it; the image runs as any user.
const { execFileSync } = require('node:child_process');
const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { dirname, join } = require('node:path');
const { Script } = require('node:vm');

const loaded = new Map();

function load(filename) {
  const known = loaded.get(filename);
  if (known !== undefined) return known.module.exports;
  // The bundle is ASCII, which is read fastest as latin1.
  const source = `(function (module, exports, require, __filename) { ${readFileSync(filename, 'latin1')}\n})`;
  // V8 ignores a cache that does not fit, as on another version of Node.
  const cachedData = existsSync(`${filename}.cache`) ? readFileSync(`${filename}.cache`) : undefined;
  const script = new Script(source, { filename, cachedData });
  const module = { exports: {} };
  loaded.set(filename, { script, module });
  const requireOther = createRequire(filename);
  const requireFile = (id) => (/^\..*\.cjs$/.test(id) ? load(join(dirname(filename), id)) : requireOther(id));
  script.runInThisContext()(module, module.exports, requireFile, filename);
  return module.exports;
}

const program = join(__dirname, 'program.cjs');
if (require.main === module) load(program);
// While the image is built: serves once, and keeps what was compiled until it was ready.
else
  module.exports = {
    load,
    writeCodeCache() {
      const write = process.stdout.write.bind(process.stdout);
      process.stdout.write = (text, ...rest) => {
        if (!String(text).startsWith('store-orders-sim ready')) return write(text, ...rest);
        const flags = flagHashOfOthers();
        for (const [filename, { script }] of loaded)
          writeFileSync(`${filename}.cache`, withFlags(script.createCachedData(), flags));
        process.exit(0);
      };
      load(program);
    },
  };

// The cache is the same in every build only if V8's seeds are fixed by flags while it is written. V8 accepts a cache only under
// the flags that its head names, so the head gets the hash of a process without such flags. If a later V8 has another head, it
// ignores the cache, and a test of the image fails.
const flagHashAt = 12;

function flagHashOfOthers() {
  const head =
    'process.stdout.write(new (require("node:vm").Script)("0").createCachedData().subarray(0, 32))';
  return execFileSync(process.execPath, ['-e', head]).subarray(flagHashAt, flagHashAt + 4);
}

function withFlags(cache, hash) {
  hash.copy(cache, flagHashAt);
  return cache;
}
