import { mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { startSimulator } from '../../../../src/index.ts';
import { main, startProgram } from '../../../support/run-program.ts';
import {
  apiKey,
  cancel,
  independentServers,
  list,
  outcome,
  type Sent,
  startIndependent,
} from './independent-servers.ts';

// What a user does: record the traffic of a deployment through the proxy, serve what was recorded, and send the same requests.

type Files = { readonly har: string; readonly scenario: string; readonly profile: string };

async function openFiles(): Promise<Files> {
  const folder = mkdtempSync(join(tmpdir(), 'replay-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return {
    har: join(folder, 'traffic.har'),
    scenario: join(folder, 'captured.yaml'),
    profile: join(folder, 'observed.yaml'),
  };
}

/** Sends requests through the proxy, which writes files of them, and returns the responses. */
async function record(url: string, requests: readonly Sent[], files: Files) {
  const { har, scenario, profile } = files;
  const written = ['--save', har, '--save-scenario', scenario, '--emit-profile', profile];
  const kept = ['id', 'petId', 'shipDate'].flatMap((field) => ['--keep', field]);
  const proxy = startProgram(main, ['proxy', url, '--port', '0', ...written, ...kept]);
  const [ready] = await proxy.logged(/ready: (\S+) →/g);
  const outcomes: Awaited<ReturnType<typeof outcome>>[] = [];
  for (const sent of requests) outcomes.push(await outcome(ready?.[1] ?? '', sent));
  proxy.child.kill('SIGTERM');
  const { code, stdout, stderr } = await proxy.ended;
  expect(code, stdout + stderr).toBe(0);
  return outcomes;
}

const first: Sent = { method: 'GET', path: '/store/orders', authorization: `Bearer ${apiKey}` };
const history = fc.oneof({ weight: 2, arbitrary: cancel }, { weight: 1, arbitrary: list });

test.for(independentServers)(
  'the simulator replays what a proxy recorded of the server in $name, without a difference',
  async (server) => {
    const files = await openFiles();
    const seed = Math.floor(Math.random() * 2 ** 31);
    const requests = [first, ...fc.sample(history, { numRuns: 300, seed })];
    const recorded = await record(await startIndependent(server), requests, files);
    const { entries } = JSON.parse(readFileSync(files.har, 'utf8')).log;
    expect(entries.length).toBeGreaterThan(requests.length / 2);

    const { scenario, profile } = files;
    const simulator = await startSimulator({
      ...{ port: 0, controlPort: 0, apiKey: [apiKey] },
      ...{ scenario, profile, unknown: 'least-promise', unknownStatus: 'pending' },
      // The only gap of these requests on which traffic is silent: the proxy cannot know that a refused key is right.
      gaps: { 'bearer-case': server.gaps['bearer-case'] ?? 'any-case' },
    });
    const differences: unknown[] = [];
    for (const [at, sent] of requests.entries()) {
      const [theirs, ours] = [recorded[at], await outcome(simulator.baseUrl, sent)];
      if (JSON.stringify(ours) !== JSON.stringify(theirs)) differences.push({ sent, theirs, ours });
    }
    await simulator.stop();
    expect({ seed, differences }).toEqual({ seed, differences: [] });
  },
);
