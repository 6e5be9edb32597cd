import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { end } from '../examples/projects/workshop.ts';
import { hasTools, type Language, languages, modulesFolder } from './languages.ts';

const { cases } = JSON.parse(readFileSync(`${modulesFolder}conformance/cases.json`, 'utf8'));
const withDocker = process.env.WITH_DOCKER === '1';

async function passes({ name, passed }: Language, ...args: readonly string[]): Promise<void> {
  const { STORE_ORDERS_SIM_IMAGE, ...others } = process.env;
  const env = args.length === 0 ? others : { ...others, STORE_ORDERS_SIM_IMAGE };
  const { code, output } = await end(`${modulesFolder}${name}/test.sh`, args, modulesFolder, env);
  console.log(`modules/${name}/test.sh ${args.join(' ')}\n${output.trimEnd()}`);
  expect(code, output).toBe(0);
  expect(output).not.toMatch(/[1-9]\d* skipped|Skipped: [1-9]|--- SKIP/);
  expect(Number(passed.exec(output)?.[1])).toBeGreaterThanOrEqual(cases.length);
}

describe.concurrent.each(languages.filter(hasTools))('the module for $name', (language) => {
  test('builds, and passes its tests with a program', async () => {
    await passes(language);
    if (withDocker) await passes(language, 'containers');
  });
});
