import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { allowedChoices } from '../../src/checker/gaps/gap-choices.ts';
import { gaps } from '../../src/simulator/environment/gaps/gaps.ts';
import { placed } from '../helpers/an-environment.ts';
import { openTestSimulator, type TestSimulatorOptions, testKey } from '../helpers/open-test-simulator.ts';
import { type CheckRun, check } from './run-check.ts';

const fields = { petId: 7n, quantity: 2n, shipDate: '2026-01-20T10:00:00Z', complete: false };
const orders = [placed(3n, 'pending', fields), placed(1n, 'shipped', fields), placed(2n, 'pending', fields)];

/** Checks a simulator with the given choices against a profile. */
async function checkFor(profile: string, options: TestSimulatorOptions): Promise<CheckRun> {
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

/** The choices whose drift from profile `least-promise` is observable. */
const drifts: readonly (readonly [gap: string, choice: string])[] = [
  ['cancelled-in-list', 'remove'],
  ['cancel-again', 'not-found'],
  ['conflict-body', 'error'],
  ['error-codes', 'opaque'],
  ['list-query', 'bad-request'],
  ['content-type', 'charset'],
  ['etag', 'on'],
  ['www-authenticate', 'none'],
  ['extra-fields', 'some'],
  ['ship-date-form', 'millis'],
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
  const folder = await mkdtemp(join(tmpdir(), 'profile-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'theirs.yaml');
  const choices = {
    'list-order': 'by-id',
    'error-codes': 'map:unauthorized=AUTH_01',
    'conflict-body': 'text',
  };
  await writeFile(file, `profile: typical\ngaps: ${JSON.stringify(choices)}\n`);
  expect(await checkFor(file, { profile: 'typical', gaps: choices })).toMatchObject({ code: 0 });
  const drifted = await checkFor(file, { profile: 'typical' });
  expect(drifted.code).toBe(4);
  for (const gap of Object.keys(choices)) expect(drifted.out).toContain(`: ${gap} is `);
});

test('a broken contract overrides drift', async () => {
  const { out, code } = await checkFor('least-promise', { gaps: { 'cancel-again': 'no-content' } });
  expect(out).toContain('R29');
  expect(code).toBe(1);
});

test('rejects profile vary and an unknown profile before anything is sent', async () => {
  const args = ['http://127.0.0.1:9/v1', '--api-key', 'key', '--expect-profile'];
  await expect(check([...args, 'vary'])).rejects.toThrow(/cannot be vary/);
  await expect(check([...args, 'typicl'])).rejects.toThrow(/typicl/);
});

test('every gap that a check sees is one of the table', () => {
  expect(gaps.map(({ key }) => key)).toEqual(expect.arrayContaining(Object.keys(allowedChoices)));
});
