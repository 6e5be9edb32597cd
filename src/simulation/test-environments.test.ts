import { expect, test } from 'vitest';
import { packOrders } from '../orders/packed-orders.ts';
import { machineClock } from './clock.ts';
import { createEnvironment } from './environment.ts';
import { createEnvironments } from './environments.ts';
import type { InitialState } from './initial-state.ts';
import { createTestEnvironments, findNameProblem } from './test-environments.ts';

const initial: InitialState = {
  scenario: 'test',
  description: '',
  orders: packOrders([]),
  handles: new Map(),
  apiKeys: new Map(),
  gaps: {},
  clock: {},
  ships: [],
  pets: new Map(),
};

function open(most: number) {
  const settings = { apiKeys: ['key-of-the-start'], seed: '1', gaps: {}, machine: machineClock };
  const environments = createEnvironments(createEnvironment({ ...settings, name: 'production' }, initial));
  const stopping = new AbortController().signal;
  const desk = createTestEnvironments({ environments, machine: machineClock, stopping, most });
  const rest = {
    initial,
    seed: undefined,
    profile: undefined,
    gaps: {},
    apiKeys: undefined,
    ttlMs: undefined,
  };
  return { environments, open: (name: string) => desk.open({ ...rest, name }), close: desk.close };
}

test('no more environments are opened than there may be, and one that is there can be replaced', () => {
  const desk = open(3);
  expect(['a', 'b', 'c', 'b', 'd'].map((name) => desk.open(name).kind)).toEqual([
    'created',
    'created',
    'too-many',
    'replaced',
    'too-many',
  ]);
  expect(desk.close('a')).toBe('closed');
  expect(desk.open('d').kind).toBe('created');
  expect(desk.environments.count).toBe(3);
});

test('only test environments can be closed', () => {
  const desk = open(3);
  desk.open('a');
  expect(['production', 'staging', 'a', 'a', 'b'].map(desk.close)).toEqual([
    'permanent',
    'permanent',
    'closed',
    'unknown',
    'unknown',
  ]);
});

test('two environments get two random keys', () => {
  const desk = open(3);
  const keys = ['a', 'b'].map((name) => {
    const outcome = desk.open(name);
    return outcome.kind === 'created' ? outcome.apiKeys : [];
  });
  expect(keys[0]).not.toEqual(keys[1]);
  expect(keys.flat()).toEqual([
    expect.stringMatching(/^[0-9a-f]{32}$/),
    expect.stringMatching(/^[0-9a-f]{32}$/),
  ]);
});

test.each(['a', '0', 'cart-tests', 'v2', 'production', 'a'.repeat(63)])('%s is a name', (name) => {
  expect(findNameProblem(name)).toBeUndefined();
});

test.each([
  '',
  '-',
  '-a',
  'A',
  'a_b',
  'a.b',
  '..',
  'a/b',
  'ä',
  'v1',
  'quickstart',
  'a'.repeat(64),
  'a\n',
  '__proto__',
])('%j is no name', (name) => {
  expect(findNameProblem(name)).toBeDefined();
});
