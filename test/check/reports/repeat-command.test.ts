import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { repeatCommand } from '../../../src/check/reports/repeat-command.ts';
import type { PlannedRequest } from '../../../src/contract/exchange.ts';

const apiKey = 'sk a"b$c`d';
const list: PlannedRequest = {
  operationId: 'listOrders',
  method: 'GET',
  path: '/store/orders',
  query: '',
  key: { kind: 'valid' },
};

const at = (target: string, headers: readonly string[] = []) => ({
  target,
  level: 'probe' as const,
  headers,
});
const recorded = { target: 'it.har', level: 'passive' as const, headers: [] };

/** Returns the arguments that curl receives when a shell runs the command. */
function argumentsOf(line: string): readonly string[] {
  const script = `curl() { printf '%s\\n' "$@"; }\n${line}`;
  const env = {
    PATH: process.env.PATH,
    API_KEY: apiKey,
    WRONG_KEY: 'another',
    BASE_URL: 'http://base/v1',
    HEADER_X_TENANT: 'the $tenant',
  };
  return execFileSync('sh', ['-c', script], { env, encoding: 'utf8' }).trimEnd().split('\n');
}

test('a shell runs the command with the request that was sent', () => {
  expect(argumentsOf(repeatCommand(list, at('https://orders.example/v1')))).toEqual([
    '-i',
    '-H',
    `Authorization: Bearer ${apiKey}`,
    'https://orders.example/v1/store/orders',
  ]);
});

test('a hostile path is one word and runs nothing', () => {
  const path = '/store/orders/\'; echo owned; $(echo owned) `echo owned` "';
  const line = repeatCommand(
    { ...list, method: 'DELETE', path, query: 'a=[1]&b={2}', key: { kind: 'none' } },
    at('http://h/v1/'),
  );
  expect(argumentsOf(line)).toEqual(['-i', '-X', 'DELETE', '--globoff', `http://h/v1${path}?a=[1]&b={2}`]);
});

test('a path with dot segments is sent unchanged, and a recorded path is below $BASE_URL', () => {
  const line = repeatCommand({ ...list, path: '/store/../orders' }, recorded);
  expect(argumentsOf(line)).toContain('--path-as-is');
  expect(argumentsOf(line).at(-1)).toBe('http://base/v1/store/../orders');
  const hostile = repeatCommand({ ...list, path: '/store/$(id)"' }, recorded);
  expect(argumentsOf(hostile).at(-1)).toBe('http://base/v1/store/$(id)"');
});

test('a wrong key is the shell variable WRONG_KEY', () => {
  const line = repeatCommand({ ...list, key: { kind: 'invalid', how: 'empty' } }, at('http://h/v1'));
  expect(argumentsOf(line)[2]).toBe('Authorization: Bearer another');
});

test('has a placeholder for each additional header, and runs nothing in its name', () => {
  const line = repeatCommand(list, at('http://h/v1', ['X-Tenant', 'X-`id`$HOME']));
  expect(argumentsOf(line).slice(3, 7)).toEqual(['-H', 'X-Tenant: the $tenant', '-H', 'X-`id`$HOME: ']);
});
