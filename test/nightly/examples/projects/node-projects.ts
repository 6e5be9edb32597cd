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
    what: 'retries once too often',
    from: "if (attempt > 1) return 'uncertain';",
    to: "if (attempt === 2) continue; if (attempt > 2) return 'uncertain';",
    fails: ['promises nothing if the response to the cancel is lost'],
  },
];

export const nodeProjects: readonly Project[] = [
  {
    name: 'vitest',
    command: ['npm', 'test'],
    passed: /Tests +7 passed/,
    failed: /^ FAIL {2}\S+ > (.*)$/gm,
    client: 'store-orders.ts',
    plants,
  },
];
