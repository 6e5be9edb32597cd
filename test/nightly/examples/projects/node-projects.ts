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

export const nodeProjects: readonly Project[] = [
  {
    name: 'vitest',
    tools: [],
    needs: 'Node',
    command: ['npm', 'test'],
    passed: /Tests +7 passed/,
    failed: /^ FAIL {2}\S+ > (.*)$/gm,
    client: 'store-orders.ts',
    plants: [
      ...plants,
      {
        what: 'rounds ids',
        from: "BigInt(context?.source ?? '')",
        to: 'BigInt(Number(value))',
        fails: ['lists ids beyond 2^53'],
      },
    ],
  },
];
