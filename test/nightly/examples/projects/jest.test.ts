import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nodeProjects } from './node-projects.ts';
import { hasToolchain } from './project.ts';
import { openWorkshop } from './workshop.ts';

const jest = nodeProjects.filter(({ name }) => name === 'jest').filter(hasToolchain);

test.each(jest)(
  'Jest runs tests that are ES modules with the flag that docs/languages/typescript.md names, and not without it',
  async (project) => {
    await using workshop = await openWorkshop(project);
    const files = {
      'package.json': '{ "type": "module", "jest": { "transform": {} } }',
      'module.test.mjs':
        "import { ControlClient } from 'store-orders-sim/client';\ntest('loads', () => void ControlClient.name);\n",
    };
    const jest = ['node_modules/jest/bin/jest.js', '--testMatch=**/*.test.mjs'];
    for (const [name, text] of Object.entries(files)) writeFileSync(join(workshop.folder, name), text);
    const flagged = await workshop.run(['node', '--experimental-vm-modules', ...jest]);
    expect(flagged.output).toMatch(/^Tests: +1 passed/m);
    expect((await workshop.run(['node', ...jest])).code).not.toBe(0);
  },
);
