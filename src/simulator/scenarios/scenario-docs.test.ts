import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readYaml } from '../../text/yaml-file.ts';
import { packageRoot } from '../../version.ts';
import { generateSchema, orderSchema } from './order-schema.ts';
import { readScenario } from './read-scenario.ts';
import { resolveScenario } from './resolve-scenario.ts';
import { profileFileSchema, scenarioSchema } from './scenario-schema.ts';

const docs = readFileSync(new URL('docs/reference/scenarios.md', packageRoot), 'utf8');
const examples = [...docs.matchAll(/^```yaml\n(.*?)^```/gms)].map(([, text = '']) => text);
const profileExamples = examples.filter((text) => text.startsWith('# a profile file'));
const scenarioExamples = examples.filter((text) => !profileExamples.includes(text));

test('the docs show scenarios and a profile file', () => {
  expect([scenarioExamples.length, profileExamples.length]).toEqual([4, 1]);
});

test.each(scenarioExamples)('example %# loads', async (text) => {
  const scenario = await readScenario({ name: 'docs.yaml', text }, { scenario: 'docs', source: 'inline' });
  expect((await resolveScenario(scenario, { seed: 1 })).scenario).toBe('docs');
});

test.each(profileExamples)('the profile file loads', async (text) => {
  expect(await readYaml({ name: 'docs.yaml', text }, { schema: profileFileSchema })).toHaveProperty(
    'profile',
  );
});

test.each([
  ...Object.keys(scenarioSchema.shape),
  ...Object.keys(orderSchema.shape),
  ...Object.keys(generateSchema.shape),
])('the docs explain `%s`', (key) => {
  expect(docs).toMatch(new RegExp(`\\\`${key.replace('$', '\\$')}\\\`|^### ${key}$`, 'm'));
});
