'use strict';
// The first that the executable and each of its threads run. The files of the program are in the executable, as assets, and stay
// there: nothing is unpacked, so that there is no folder to clean, to share between users, or that another user could change.
const fs = require('node:fs');
const { join, sep } = require('node:path');
const { getAsset, getAssetKeys } = require('node:sea');
const { fileURLToPath } = require('node:url');
const threads = require('node:worker_threads');

// No file can be below a file, so that no path of a user names an asset.
const root = `${process.execPath}${sep}`;
const assets = getAssetKeys();
/** The assets and the folders that they are in. */
const known = new Set(
  assets.flatMap((asset) => [asset, ...asset.matchAll(/\//g).map(({ index }) => asset.slice(0, index))]),
);

/** Returns what an asset or a folder of assets is called, or undefined for any other path. */
function assetAt(path) {
  const file = path instanceof URL && path.protocol === 'file:' ? fileURLToPath(path) : path;
  return typeof file === 'string' && file.startsWith(root)
    ? file.slice(root.length).replaceAll(sep, '/')
    : undefined;
}

const read = (asset, encoding) => {
  const bytes = Buffer.from(getAsset(asset));
  return encoding === undefined ? bytes : bytes.toString(encoding);
};

/** Replaces a function of the file system for the paths of assets. */
function serve(target, name, ofAsset) {
  const original = target[name];
  target[name] = (path, ...rest) => {
    const asset = assetAt(path);
    return known.has(asset) ? ofAsset(asset, ...rest) : original(path, ...rest);
  };
}

serve(fs, 'existsSync', () => true);
serve(fs, 'readFileSync', read);
serve(fs.promises, 'readFile', async (asset, encoding) => read(asset, encoding));
serve(fs.promises, 'realpath', async (asset) => join(root, asset));
serve(fs.promises, 'stat', async (asset) => ({ isFile: () => true, size: getAsset(asset).byteLength }));
serve(fs.promises, 'readdir', async (folder) =>
  assets
    .filter((asset) => asset.startsWith(`${folder}/`) && !asset.includes('/', folder.length + 1))
    .map((asset) => asset.slice(folder.length + 1)),
);

// A thread whose file is an asset runs this script, which loads the asset.
threads.Worker = class extends threads.Worker {
  constructor(file, options) {
    const asset = assetAt(file);
    if (asset === undefined) super(file, options);
    else super(read('main.cjs', 'latin1'), { ...options, eval: true, argv: [asset] });
  }
};

const { load } = require('../image/store-orders-sim.cjs');

load(join(root, threads.isMainThread ? 'dist/program.cjs' : process.argv[2]));
