import type { Plant, Project } from './project.ts';

const plants: readonly Plant[] = [
  {
    what: 'takes a 409 for a success',
    from: 'response.status === 204)',
    to: 'response.status === 204 || response.status === 409)',
    fails: [
      'loses the race against shipping',
      'promises nothing if the response to the cancel is lost',
      'reports a shipped and a missing order',
    ],
  },
  {
    what: 'does not retry',
    from: 'attempts = 3',
    to: 'attempts = 1',
    fails: ['retries if the connection breaks before the cancel'],
  },
  {
    what: 'retries once too often',
    from: "if (attempt > 1) return 'uncertain';",
    to: "if (attempt === 2) continue; if (attempt > 2) return 'uncertain';",
    fails: ['promises nothing if the response to the cancel is lost'],
  },
  {
    what: 'ignores that a response was lost',
    from: "if (attempt > 1) return 'uncertain';",
    to: '',
    fails: ['promises nothing if the response to the cancel is lost'],
  },
  {
    what: 'ignores a 401',
    from: 'response.status === 401',
    to: 'response.status === 499',
    fails: ['reports an invalid key'],
  },
];

const roundsIds = (from: string, to: string): Plant => ({
  what: 'rounds ids',
  from,
  to,
  fails: ['lists ids beyond 2^53'],
});
const inTypeScript = roundsIds("BigInt(context?.source ?? '')", 'BigInt(Number(value))');

export const nodeProjects: readonly Project[] = [
  {
    name: 'vitest',
    tools: [],
    needs: 'Node',
    command: ['npm', 'test'],
    passed: /Tests +7 passed/,
    failed: /^ FAIL {2}\S+ > (.*)$/gm,
    client: 'store-orders.ts',
    plants: [...plants, inTypeScript],
  },
  {
    name: 'node-test',
    tools: [],
    needs: 'Node',
    command: ['npm', 'test'],
    passed: /^ℹ pass 7$/m,
    failed: /^✖ (.*) \(.*ms\)$/gm,
    client: 'store-orders.ts',
    plants: [...plants, inTypeScript],
  },
  {
    name: 'jest',
    tools: [['npm', 'view', 'jest@30.5.2', 'version']],
    needs: 'the npm registry',
    command: ['npm', 'test'],
    passed: /^Tests: +7 passed/m,
    failed: /^ {2}● (.*)$/gm,
    client: 'store-orders.js',
    plants: [...plants, roundsIds('BigInt(source)', 'BigInt(value)')],
  },
];
