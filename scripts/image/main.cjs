#!/usr/bin/env node
'use strict';
// The command of the npm package. What Node compiles is kept for the next start; nothing is kept where no folder can be
// written.
const { enableCompileCache, flushCompileCache } = require('node:module');

enableCompileCache();
// A server may be killed, so that what was compiled is kept once it is ready.
require('./program.cjs').done.then(flushCompileCache);
