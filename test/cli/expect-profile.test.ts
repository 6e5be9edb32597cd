import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readProfileFile } from '../../src/simulator/scenarios/profile-file.ts';
import { startSimulator } from '../../src/simulator/start-simulator.ts';
import { placed } from '../support/an-environment.ts';
import { newFolder } from '../support/new-folder.ts';
import { openTestSimulator, type TestSimulatorOptions, testKey } from '../support/open-test-simulator.ts';
import { check } from './run-check.ts';
import type { Run } from './run-here.ts';

const fields = { petId: 7n, quantity: 2n, shipDate: '2026-01-20T10:00:00Z', complete: false };
const orders = [placed(3n, 'pending', fields), placed(1n, 'shipped', fields), placed(2n, 'pending', fields)];

const scenarioOrders = [
  { id: 3, petId: 7, quantity: 2, shipDate: '2026-01-20T10:00:00Z', complete: false },
  { id: 1, petId: 7, quantity: 2, shipDate: '2026-01-20T10:00:00Z', complete: false },
];

/** Checks a simulator with the given choices against a profile. */
async function checkFor(profile: string, options: TestSimulatorOptions): Promise<Run> {
  await using simulator = await openTestSimulator({ orders, ...options });
  const named = ['--level', 'cancel', '--pending-id', '3', '--shipped-id', '1'];
  return await check([simulator.baseUrl, '--api-key', testKey, ...named, '--expect-profile', profile]);
}

test.each(['least-promise', 'typical'] as const)(
  'finds no drift in a simulator with profile %s',
  async (profile) => {
    const { out, code } = await checkFor(profile, { profile });
    expect(out).toContain(`No drift from profile ${profile}; gaps compared: `);
    expect(code).toBe(0);
  },
);

/** Choices of which the status, the headers, the body and the list show a drift from profile `least-promise`. */
const drifts: readonly (readonly [gap: string, choice: string])[] = [
  ['cancelled-in-list', 'remove'],
  ['conflict-body', 'error'],
];

test.each(drifts)(
  'exits with 4 and prints the drift if the target chooses for %s %s',
  async (gap, choice) => {
    const { out, code } = await checkFor('least-promise', { gaps: { [gap]: choice } });
    expect(out).toContain(`Drift from profile least-promise: ${gap} is `);
    expect(out).toContain('keeps the contract, but drifts from the profile');
    expect(code).toBe(4);
  },
);

test('a profile file has the expected choices, which are no drift', async () => {
  const folder = newFolder();
  const file = join(folder, 'theirs.yaml');
  const choices = {
    'error-codes': 'map:unauthorized=AUTH_01',
    'conflict-body': 'text',
  };
  await writeFile(file, `profile: typical\ngaps: ${JSON.stringify(choices)}\n`);
  expect(await checkFor(file, { profile: 'typical', gaps: choices })).toMatchObject({ code: 0 });
  const drifted = await checkFor(file, { profile: 'typical' });
  expect(drifted.code).toBe(4);
  for (const gap of Object.keys(choices)) expect(drifted.out).toContain(`: ${gap} is `);
});

/** Checks a simulator and returns the text of the profile that `--emit-profile` wrote to `file`. */
async function emitted(
  file: string,
  options: TestSimulatorOptions,
  args: readonly string[] = [],
): Promise<Run> {
  await using simulator = await openTestSimulator({ orders, ...options });
  const named = ['--level', 'cancel', '--pending-id', '3', '--shipped-id', '1'];
  return await check([simulator.baseUrl, '--api-key', testKey, ...named, '--emit-profile', file, ...args]);
}

async function aFile(): Promise<string> {
  const folder = newFolder();
  return join(folder, 'staging.yaml');
}

test('what --emit-profile writes, a simulator serves and --expect-profile finds again', async () => {
  const file = await aFile();
  const choices = { 'conflict-body': 'text', etag: 'on', options: 'method-not-allowed' };
  expect(await emitted(file, { gaps: choices })).toMatchObject({ code: 0 });
  const { gaps: written, observed } = await readProfileFile(file);
  expect(written).toMatchObject(choices);
  expect(observed?.level).toBe('cancel');

  await using simulator = await startSimulator({ scenario: { orders: scenarioOrders }, profile: file });
  const args = [simulator.baseUrl, '--api-key', testKey, '--level', 'probe', '--expect-profile', file];
  expect(await check(args)).toMatchObject({ code: 0, out: expect.stringContaining('No drift') });
});

test('writing a profile again keeps what only a higher level shows', async () => {
  const file = await aFile();
  await emitted(file, { gaps: { 'conflict-body': 'text', etag: 'on' } });
  await using simulator = await openTestSimulator({ orders });
  const args = [simulator.baseUrl, '--api-key', testKey, '--emit-profile', file];
  expect(await check(args)).toMatchObject({ code: 0 });
  expect((await readProfileFile(file)).gaps).toMatchObject({ 'conflict-body': 'text', etag: 'off' });
});

test('rejects profile vary and an unknown profile before anything is sent', async () => {
  const args = ['http://127.0.0.1:9/v1', '--api-key', 'key', '--expect-profile'];
  await expect(check([...args, 'vary'])).rejects.toThrow(/cannot be vary/);
  await expect(check([...args, 'typicl'])).rejects.toThrow(/typicl/);
});
