/**
 * Removes packages and files from node_modules that no command loads: `node prune-for-image.ts FOLDER`, where FOLDER
 * contains package.json and node_modules. Only for the image; the container tests run every command on the result.
 */
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { type Cut, surplusPackages } from './needed-packages.ts';

const cuts: readonly Cut[] = [
  {
    from: 'store-orders-sim',
    to: /^(?:express|yaml)$/,
    why: 'they are in the bundle, with their licences beside it',
  },
  {
    from: 'store-orders-sim',
    to: /^@stoplight\/prism-cli$/,
    why: 'the checker calls Prism as a library; the command line of Prism is never run',
  },
  {
    from: '@stoplight/http-spec',
    to: /^postman-collection$/,
    why: 'it reads Postman collections, with a second faker; we read OpenAPI documents alone',
  },
  { from: '*', to: /^@types\//, why: 'declarations for compilers' },
  { from: '*', to: /^@scarf\/scarf$/, why: 'reports installations while installing; nothing loads it' },
];

/** `@stoplight/http-spec` loads it at its start and calls it only for Postman collections. */
const replaced = 'postman-collection';

const unloadedFile = /\.(?:map|ts|cts|mts|flow|md|markdown|tsbuildinfo|test\.[cm]?js)$/i;
const licence = /^(?:licen[cs]e|notice|copying|copyright)/i;
const unloadedFolder = /^(?:@[^/]+\/)?[^/]+\/(?:tests?|docs?|examples?|benchmarks?|\.github)$|\/__tests__$/;
/** Second copies of the code, for bundlers and compilers. */
const copies = ['fp-ts/es6', 'io-ts/es6', 'tsyringe/dist/esm2015', 'tsyringe/dist/esm5'];

/** Deletes what is never loaded, and prints how much that was. */
export function pruneForImage(root: string): void {
  const modules = join(root, 'node_modules');
  // Unused commands, and npm's list of installed packages, which is wrong from here on.
  for (const name of ['.bin', '.package-lock.json'])
    rmSync(join(modules, name), { recursive: true, force: true });
  const before = megabytes(modules);
  const surplus = surplusPackages(root, cuts);
  for (const place of surplus) rmSync(join(root, place), { recursive: true, force: true });
  const between = megabytes(modules);
  deleteUnloaded(modules, '');
  if (surplus.includes(join('node_modules', replaced))) writeReplacement(join(modules, replaced));
  console.log(`node_modules: ${before} MB as installed`);
  console.log(`              ${between} MB without ${surplus.length} packages that no command loads`);
  console.log(`              ${megabytes(modules)} MB without declarations, source maps and second copies`);
  for (const { to, why } of cuts) console.log(`left out: ${to.source}: ${why}`);
}

function deleteUnloaded(modules: string, folder: string): void {
  for (const entry of readdirSync(join(modules, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    // The path within its package, even if that is inside another.
    const own = path.split(`node_modules${sep}`).at(-1) ?? path;
    const unloaded = entry.isDirectory()
      ? unloadedFolder.test(own) || copies.includes(own)
      : unloadedFile.test(entry.name) && !licence.test(entry.name);
    if (unloaded) rmSync(join(modules, path), { recursive: true });
    else if (entry.isDirectory()) {
      deleteUnloaded(modules, path);
      if (readdirSync(join(modules, path)).length === 0) rmSync(join(modules, path), { recursive: true });
    }
  }
}

function writeReplacement(folder: string): void {
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: replaced, version: '0.0.0' }));
  const text = "// Left out of this image: Postman collections are not read here.\n'use strict';\n";
  writeFileSync(join(folder, 'index.js'), text);
}

function megabytes(folder: string): string {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const bytes = files.map((file) => statSync(join(folder, file))).map((it) => (it.isFile() ? it.size : 0));
  return (bytes.reduce((sum, size) => sum + size, 0) / 1e6).toFixed(1);
}

const [root] = process.argv.slice(2);
if (root === undefined) throw new Error('usage: node prune-for-image.ts FOLDER');
pruneForImage(root);
