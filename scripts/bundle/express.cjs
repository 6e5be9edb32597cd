'use strict';
// The only part of Express that the program uses. The app, its body parsers and tables of media types take longer to load than
// everything else at the start.
exports.Router = require('router');
