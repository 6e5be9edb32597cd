import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readProfileFile } from '../../src/simulator/scenarios/profile-file.ts';
import { placed } from '../support/an-environment.ts';
import { newFolder } from '../support/new-folder.ts';
import { openTestSimulator, type TestSimulatorOptions, testKey } from '../support/open-test-simulator.ts';
import { check } from './run-here.ts';

const fields = { petId: 7n, quantity: 2n, shipDate: '2026-01-20T10:00:00Z', complete: false };
const orders = [placed(3n, 'pending', fields), placed(1n, 'shipped', fields), placed(2n, 'pending', fields)];
const named = ['--level', 'cancel', '--pending-id', '3', '--shipped-id', '1'];

/** Checks a simulator with the given choices, by default at level cancel. */
async function checkFor(options: TestSimulatorOptions, args: readonly string[], level = named) {
  await using simulator = await openTestSimulator({ orders, ...options });
  return await check([simulator.baseUrl, '--api-key', testKey, ...level, ...args]);
}

test('finds no drift in a simulator with the profile', async () => {
  const { out, code } = await checkFor({ profile: 'typical' }, ['--expect-profile', 'typical']);
  expect([code, out]).toEqual([0, expect.stringContaining('No drift from profile typical; gaps compared: ')]);
});

test.each([
  ['cancelled-in-list', 'remove'],
  ['conflict-body', 'error'],
])('exits with 4 and prints the drift if the target chooses for %s %s', async (gap, choice) => {
  const { out, code } = await checkFor({ gaps: { [gap]: choice } }, ['--expect-profile', 'least-promise']);
  expect(out).toContain(`Drift from profile least-promise: ${gap} is `);
  expect(out).toContain('keeps the contract, but drifts from the profile');
  expect(code).toBe(4);
});

test('a profile file has the expected choices', async () => {
  const file = join(newFolder(), 'theirs.yaml');
  const gaps = { 'error-codes': 'map:unauthorized=AUTH_01', 'conflict-body': 'text' };
  await writeFile(file, `profile: typical\ngaps: ${JSON.stringify(gaps)}\n`);
  const args = ['--expect-profile', file];
  expect(await checkFor({ profile: 'typical', gaps }, args)).toMatchObject({ code: 0 });
  const drifted = await checkFor({ profile: 'typical' }, args);
  expect(drifted.code).toBe(4);
  for (const gap of Object.keys(gaps)) expect(drifted.out).toContain(`: ${gap} is `);
});

test('--expect-profile finds what --emit-profile wrote, which keeps what only a higher level shows', async () => {
  const file = join(newFolder(), 'staging.yaml');
  const gaps = { 'conflict-body': 'text', etag: 'on' };
  expect(await checkFor({ gaps }, ['--emit-profile', file])).toMatchObject({ code: 0 });
  expect(await readProfileFile(file)).toMatchObject({ gaps, observed: { level: 'cancel' } });
  expect(await checkFor({ gaps }, ['--expect-profile', file])).toMatchObject({ code: 0 });
  expect(await checkFor({}, ['--emit-profile', file], [])).toMatchObject({ code: 0 });
  expect((await readProfileFile(file)).gaps).toMatchObject({ ...gaps, etag: 'off' });
});

test('rejects profile vary and an unknown profile before anything is sent', async () => {
  const args = ['http://127.0.0.1:9/v1', '--api-key', 'key', '--expect-profile'];
  await expect(check([...args, 'vary'])).rejects.toThrow(/cannot be vary/);
  await expect(check([...args, 'typicl'])).rejects.toThrow(/typicl/);
});
