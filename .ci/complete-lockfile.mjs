// Completes package-lock.json after a dependency was added: `node .ci/complete-lockfile.mjs`, for the tools
// `node .ci/complete-lockfile.mjs tools`.
//
// npm leaves an optional package for another platform out of the lockfile if the registry does not have it, and
// `npm ci` then refuses the lockfile on every machine. An entry with name, version and platform is enough: npm installs
// such a package only where the platform fits. The registry is asked for the hash of each entry that has none. What it does not
// have is listed: npm would install whatever it gets for it.
//
// It also removes the command `node` from the packages that bring Node.js: npm 10 deletes a command that a package of
// another platform has too, so .ci/node is the only one to name it. They need glibc, which they do not say.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const systems = [
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
  'aix',
];
const processors = [
  'arm64',
  'arm',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
];

const file = `${process.argv[2] ?? '.'}/package-lock.json`;
const lock = JSON.parse(readFileSync(file, 'utf8'));
const added = {};
for (const [place, { optionalDependencies = {}, dev, devOptional }] of Object.entries(lock.packages)) {
  for (const [name, range] of Object.entries(optionalDependencies)) {
    if (isThere(place, name)) continue;
    const kind = dev === true ? { dev: true } : devOptional === true ? { devOptional: true } : {};
    added[`node_modules/${name}`] = {
      version: range.replace(/^[~^]/, ''),
      ...platformOf(name),
      ...kind,
      optional: true,
    };
  }
}

const { optionalDependencies: binaries = {} } = lock.packages['.ci/node'] ?? {};
for (const place of Object.keys(binaries).map((name) => `node_modules/${name}`)) {
  const { bin: _, ...entry } = { ...lock.packages, ...added }[place];
  added[place] = place.includes('-linux-') ? { ...entry, libc: ['glibc'] } : entry;
}

for (const [place, entry] of Object.entries({ ...lock.packages, ...added })) {
  if (!place.includes('node_modules/') || entry.link === true || entry.integrity !== undefined) continue;
  const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const integrity = hashOf(`${name}@${entry.version}`);
  if (integrity === undefined)
    console.log(`${name}@${entry.version} has no hash: the registry does not have it`);
  else added[place] = { ...entry, integrity };
}

const sorted = Object.entries({ ...lock.packages, ...added }).sort(([one], [other]) =>
  one.localeCompare(other, 'en'),
);
const before = Object.keys(lock.packages).length;
writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
console.log(`${sorted.length - before} packages of other platforms added`);

/** Returns the hash that the registry has for a package. */
function hashOf(name) {
  try {
    const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
    return JSON.parse(execFileSync('npm', ['view', name, 'dist.integrity', '--json'], options));
  } catch {
    return undefined;
  }
}

/** Looks where Node looks: in the package's own node_modules, then in that of each package around it. */
function isThere(place, name) {
  const outer = place.lastIndexOf('/node_modules/');
  const here = place === '' ? '' : `${place}/`;
  if (`${here}node_modules/${name}` in lock.packages) return true;
  if (place === '') return false;
  return isThere(outer < 0 ? '' : place.slice(0, outer), name);
}

/** `@biomejs/cli-linux-arm64-musl` runs on linux, on arm64, with musl. */
function platformOf(name) {
  const words = name.split(/[/-]/);
  const cpu = processors.find((processor) =>
    words.some((word) => word === processor || word === 'riscv64gc'),
  );
  const os = words.includes('win') ? 'win32' : systems.find((system) => words.includes(system));
  if (cpu === undefined && os === undefined) throw new Error(`no platform in the name of ${name}`);
  const libc = words.includes('musl') ? ['musl'] : words.includes('gnu') ? ['glibc'] : undefined;
  return { ...(cpu && { cpu: [cpu] }), ...(libc && { libc }), ...(os && { os: [os] }) };
}
