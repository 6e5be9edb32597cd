import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { docker, dockerText } from '../test/container/docker.ts';
import { median } from './compare.ts';

/**
 * Measures the costs of the image, and prints each with its bound: `npm run bench:container [IMAGE]`, after
 * `docker build -t store-orders-sim .`. Exits with 1 if a bound is exceeded.
 */
const image = process.argv[2] ?? 'store-orders-sim';
const base = 'node:24-bookworm-slim';
const label = ['--label', 'store-orders-sim.bench'];
const rounds = 10;

type Row = {
  readonly what: string;
  readonly measured: string;
  readonly bound: string;
  readonly holds: boolean;
};

const ms = (value: number): string => `${value.toFixed(0)} ms`;

/** Returns the time from `docker run` to the first 200; the request is sent once the server prints that it listens. */
async function untilFirstAnswer(args: readonly string[]): Promise<number> {
  const begin = performance.now();
  const name = `bench-${process.pid}-${Math.round(begin)}`;
  const published = ['--publish', '127.0.0.1::4010'];
  const child = spawn('docker', ['run', '--rm', '--name', name, ...label, ...published, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  child.stderr.on('data', (chunk) => {
    log += chunk;
  });
  const closed = new Promise((resolve) => child.once('close', resolve));
  await new Promise((resolve, reject) => {
    child.stdout.once('data', resolve);
    void closed.then(() => reject(new Error(`docker run ended: ${log}`)));
  });
  const port = (await dockerText('port', name, '4010/tcp')).split(':').at(-1);
  const headers = { Authorization: 'Bearer test-api-key' };
  const { status } = await fetch(`http://127.0.0.1:${port}/v1/store/orders`, { headers });
  const took = performance.now() - begin;
  if (status !== 200) throw new Error(`answered ${status}`);
  await docker('kill', name);
  await closed;
  return took;
}

async function measureStart(): Promise<Row> {
  const script = `require('http').createServer((q, s) => s.end('[]')).listen(4010, '0.0.0.0', () => console.log('on'))`;
  const [bare, ours]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    bare.push(await untilFirstAnswer([base, 'node', '-e', script]));
    ours.push(await untilFirstAnswer([image]));
  }
  const ratio = median(ours) / median(bare);
  const measured = `${ms(median(ours))} : ${ms(median(bare))} = ${ratio.toFixed(2)}`;
  return { what: 'first authenticated 200, against node -e', measured, bound: '≤ 1.5', holds: ratio <= 1.5 };
}

async function start(...options: readonly string[]): Promise<string> {
  return dockerText('run', '--detach', ...label, '--publish', '127.0.0.1::4010', ...options, image);
}

async function measureHealth(): Promise<Row> {
  const took: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const id = await start();
    const filter = ['--filter', `container=${id}`, '--filter', 'event=health_status'];
    const since = ['--since', await dockerText('inspect', '--format', '{{.Created}}', id)];
    const events = spawn('docker', ['events', ...since, ...filter, '--format', '{{.TimeNano}}']);
    const [line] = await new Promise<string[]>((resolve) =>
      events.stdout.once('data', (chunk) => resolve(String(chunk).split('\n'))),
    );
    events.kill();
    const started = Date.parse(await dockerText('inspect', '--format', '{{.State.StartedAt}}', id));
    took.push(Number(line) / 1e6 - started);
    await docker('rm', '--force', '--volumes', id);
  }
  const worst = Math.max(...took);
  const measured = `${ms(median(took))}, worst ${ms(worst)}`;
  return { what: 'start to healthy', measured, bound: '≤ 3000 ms', holds: worst <= 3000 };
}

/** A server that exits at once: the remaining time is that of the engine and of Node. */
const endsAtOnce = `require('http').createServer((q, s) => s.end('[]')).listen(4010, '0.0.0.0'); process.on('SIGTERM', () => process.exit(0))`;

type Stop = {
  /** From the signal to the end of the process, by the events of the engine. */
  readonly endedMs: number;
  /** Until `docker stop` returns. */
  readonly backMs: number;
  readonly exitCode: string;
};

/** Stops a container while 100 connections send requests as fast as they can. */
async function stopUnderLoad(args: readonly string[]): Promise<Stop> {
  const id = await dockerText('run', '--detach', ...label, '--publish', '127.0.0.1::4010', ...args);
  const port = (await dockerText('port', id, '4010/tcp')).split(':').at(-1);
  await firstAnswer(port);
  const busy = new AbortController();
  const clients = Array.from({ length: 100 }, () => keepAsking(port, busy.signal));
  await new Promise((resolve) => setTimeout(resolve, 300));
  const begin = performance.now();
  await docker('stop', id);
  const backMs = performance.now() - begin;
  busy.abort();
  await Promise.all(clients);
  const exitCode = await dockerText('inspect', '--format', '{{.State.ExitCode}}', id);
  const endedMs = (await eventTime(id, 'die')) - (await eventTime(id, 'kill'));
  await docker('rm', '--force', '--volumes', id);
  return { endedMs, backMs, exitCode };
}

/** Returns the time of an event of a container, in ms. */
async function eventTime(id: string, event: string): Promise<number> {
  const created = await dockerText('inspect', '--format', '{{.Created}}', id);
  // Not `0s`: the engine rounds it down to the beginning of the second.
  const span = ['--since', created, '--until', new Date().toISOString()];
  const filter = ['--filter', `container=${id}`, '--filter', `event=${event}`];
  const times = await dockerText('events', ...span, ...filter, '--format', '{{.TimeNano}}');
  return Number(times.split('\n')[0]) / 1e6;
}

async function measureStop(): Promise<readonly Row[]> {
  const [bare, ours]: [Stop[], Stop[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    bare.push(await stopUnderLoad([base, 'node', '-e', endsAtOnce]));
    ours.push(await stopUnderLoad([image]));
  }
  const told = (stops: readonly Stop[], of: 'endedMs' | 'backMs'): string => {
    const times = stops.map((stop) => stop[of]);
    return `${ms(median(times))}, worst ${ms(Math.max(...times))}`;
  };
  const codes = new Set(ours.map(({ exitCode }) => exitCode));
  const measured = `${told(ours, 'backMs')}, exit ${[...codes].join(' ')}`;
  const holds = median(ours.map(({ backMs }) => backMs)) <= 500 && [...codes].join() === '0';
  return [
    { what: 'docker stop under 100 connections', measured, bound: '≤ 500 ms, exit 0', holds },
    {
      what: 'the same of a node that ends at once',
      measured: told(bare, 'backMs'),
      bound: '',
      holds: true,
    },
    {
      what: 'of that, from the signal to the end of the process',
      measured: `${told(ours, 'endedMs')}, against ${told(bare, 'endedMs')}`,
      bound: '',
      holds: true,
    },
  ];
}

async function firstAnswer(port: string | undefined): Promise<void> {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/v1/store/orders`).catch(() => undefined);
    if (answer !== undefined) return;
  }
}

async function keepAsking(port: string | undefined, signal: AbortSignal): Promise<void> {
  const headers = { Authorization: 'Bearer test-api-key' };
  while (!signal.aborted) {
    const answer = await fetch(`http://127.0.0.1:${port}/v1/store/orders`, { headers, signal }).catch(
      () => undefined,
    );
    if (answer === undefined) return;
    await answer.arrayBuffer().catch(() => undefined);
  }
}

/** Returns the CPU time of a container in ms, with control groups of version 1 or 2. */
function processorMs(id: string): number {
  try {
    return Number(readFileSync(`/sys/fs/cgroup/cpuacct/docker/${id}/cpuacct.usage`, 'utf8')) / 1e6;
  } catch {
    const text = readFileSync(`/sys/fs/cgroup/system.slice/docker-${id}.scope/cpu.stat`, 'utf8');
    return Number(/usage_usec (\d+)/.exec(text)?.[1]) / 1e3;
  }
}

/** Measures the CPU time of the health probes of an idle simulator. */
async function measureProbes(): Promise<Row> {
  const seconds = 108;
  const ids = [await start(), await start('--no-healthcheck')];
  await new Promise((resolve) => setTimeout(resolve, 5000));
  const before = ids.map(processorMs);
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  const [withProbes = 0, without = 0] = ids.map((id, index) => processorMs(id) - (before[index] ?? 0));
  for (const id of ids) await docker('rm', '--force', '--volumes', id);
  const share = (withProbes - without) / (seconds * 10);
  return {
    what: 'health probes',
    measured: `${share.toFixed(2)} % of a core`,
    bound: '≤ 3 %',
    holds: share <= 3,
  };
}

async function measureSize(): Promise<Row> {
  const size = async (name: string): Promise<number> =>
    Number(await dockerText('inspect', '--format', '{{.Size}}', name)) / 1e6;
  const added = (await size(image)) - (await size(base));
  return {
    what: 'image over its base',
    measured: `${added.toFixed(1)} MB`,
    bound: '≤ 60 MB',
    holds: added <= 60,
  };
}

const rows = [
  await measureSize(),
  await measureStart(),
  await measureHealth(),
  ...(await measureStop()),
  await measureProbes(),
];
console.table(Object.fromEntries(rows.map(({ what, ...rest }) => [what, rest])));
process.exitCode = rows.every(({ holds }) => holds) ? 0 : 1;
