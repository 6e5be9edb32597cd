import { expect, test } from 'vitest';
import { formatProblem } from '../user-error.ts';
import { findOptionProblems } from './option-problems.ts';
import type { StartOptions } from './start-options.ts';

const linesOf = (options: unknown) => findOptionProblems(options).map(formatProblem);

const valid: readonly StartOptions[] = [
  {},
  { port: 0, controlPort: 0, seed: 0, maxOrders: 1, journalSize: 0, gapsHeader: true, control: false },
  { port: 4010, controlPort: 4010, control: false },
  {
    scenario: { orders: [] },
    stagingScenario: './mine.yaml',
    profile: './mine.yaml',
    scenarios: '/scenarios',
  },
  { watch: true, scenario: './mine.yaml', onWatch: () => {} },
  { watch: true, scenarios: '/scenarios' },
  { scenario: undefined, scenarioInline: 'orders: []' },
  {
    apiKey: ['a', 'b'],
    controlToken: 'my-token',
    controlHosts: ['sim'],
    gaps: { 'conflict-body': 'error' },
  },
  { certificate: { cert: 'c', key: 'k' }, onError: () => {}, onRequest: () => {} },
];

test.each(valid)('accepts %j', (options) => {
  expect(linesOf(options)).toEqual([]);
});

test.each([
  [{ prot: 1 }, 'startSimulator has no option "prot"; did you mean "port"?'],
  [{ port: '4010' }, 'port is "4010"; expected a number'],
  [{ port: 65_536 }, 'port is 65536; expected a whole number from 0 to 65535'],
  [{ seed: 1.5 }, 'seed is 1.5; expected a whole number from 0 to 9007199254740991'],
  [
    { host: Object.create(null) },
    'host is [Object: null prototype] {}; expected a host name or an address, without a scheme, a port and brackets',
  ],
  [{ replica: {} }, 'replica is {}; expected a string'],
  [{ watch: {} }, 'watch is {}; expected true or false'],
  [
    { host: 'http://x' },
    'host is "http://x"; expected a host name or an address, without a scheme, a port and brackets',
  ],
  [{ scenario: 7 }, 'scenario is 7; expected a name, the path of a file, or an object with the scenario'],
  [{ scenario: ' ' }, 'scenario is " "'],
  [{ scenarios: null }, 'scenarios is null; expected a string'],
  [
    { controlHosts: ['sim', 'a/b'] },
    'controlHosts is "a/b"; expected a host name or an address without a scheme and a port, or * for every host',
  ],
  [{ controlHosts: 'sim' }, 'controlHosts is "sim"; expected an array of strings'],
  [{ gaps: 'etag=on' }, 'gaps is "etag=on"; expected an object with a choice for each gap'],
  [{ gaps: { etagg: 'on' } }, 'gaps: there is no gap "etagg"; did you mean "etag"?'],
  [{ certificate: { cert: 'c' } }, 'certificate is [Object]; expected an object with cert and key, in PEM'],
  [{ onError: 'log' }, 'onError is "log"; expected a function'],
  [
    { scenario: 'mixed', scenarioInline: 'orders: []' },
    'scenarioInline and scenario exclude each other; remove one of them',
  ],
  [
    { watch: true, scenario: {} },
    'watch has nothing to watch; expected a scenario file, a staging scenario file, or a folder of scenarios',
  ],
  ['pending', 'the options of startSimulator are "pending"; expected an object'],
  [null, 'the options of startSimulator are null; expected an object'],
])('refuses %j', (options, line) => {
  expect(linesOf(options)).toEqual([line]);
});

test.each([
  { apiKey: ['canary key'] },
  { apiKey: 'canary' },
  { stagingApiKey: ['canary,key'] },
  { controlToken: 'canary key' },
  ...['http://canary', 'redis+sentinel://canary/x', 'canary:6379'].map((store) => ({ store })),
])('refuses the secret of %j and does not repeat it', (options) => {
  expect(linesOf(options)).toHaveLength(1);
  expect(linesOf(options).join()).not.toContain('canary');
});

test('reports all problems together, in the order of the options', () => {
  const options = { sead: 1, port: -1, profile: 'typicl', apiKey: [], gaps: { 'conflict-body': 'eror' } };
  expect(linesOf(options)).toEqual([
    'startSimulator has no option "sead"; did you mean "seed"?',
    'port is -1; expected a whole number from 0 to 65535',
    'profile is "typicl"; expected one of least-promise, typical, vary, or a file such as ./my-profile.yaml; did you mean "typical"?',
    'apiKey is []; expected an array of strings',
    expect.stringMatching(
      /^gaps: "eror" is not a choice of the gap conflict-body; .*did you mean "error"\?$/,
    ),
  ]);
});
