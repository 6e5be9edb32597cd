import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nodeProjects } from './node-projects.ts';
import { hasToolchain } from './project.ts';
import { openWorkshop } from './workshop.ts';

const jest = nodeProjects.filter(({ name }) => name === 'jest').filter(hasToolchain);

test.each(jest)('Jest loads the package as docs/languages/typescript.md says', async (project) => {
  await using workshop = await openWorkshop(project);
  const commonJs =
    "const { ControlClient } = require('store-orders-sim/client');\ntest('loads', () => void ControlClient.name);\n";
  writeFileSync(join(workshop.folder, 'common.test.cjs'), commonJs);
  const run = (...flags: string[]) => workshop.run(['node', ...flags, 'node_modules/jest/bin/jest.js']);
  const flagged = await run('--experimental-vm-modules');
  expect(flagged.output).toMatch(/^Tests: +8 passed/m);
  const plain = await run();
  expect(plain.code).not.toBe(0);
  expect(plain.output.match(/Must use import to load ES Module/g)).toHaveLength(2);
});
