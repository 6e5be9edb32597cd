import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mutatedText } from '../../../test/support/hostile-text.ts';
import { UserError } from '../../user-error.ts';
import { createCatalog } from './catalog.ts';
import { readScenario } from './read-scenario.ts';
import { resolveScenario } from './resolve-scenario.ts';

/** Each: `=== name`, the text (a last line that ends in ¶ has no line break), `>>>`, the problems without their file. */
const corpus = readFileSync(new URL('bad-scenarios.txt', import.meta.url), 'utf8')
  .split(/^=== /m)
  .slice(1)
  .map((part) => {
    const name = part.slice(0, part.indexOf('\n'));
    const [text = '', problems = ''] = part.slice(part.indexOf('\n') + 1).split(/^>>>\n/m);
    return { name, text: text.replace('¶\n', ''), problems: problems.trim().split('\n') };
  });

async function problemsOf(name: string, text: string, maxOrders?: number): Promise<string[]> {
  const limit = maxOrders === undefined ? {} : { maxOrders };
  const error = await readScenario({ name, text }, { scenario: 'bad', source: 'inline', ...limit }).catch(
    (reason: unknown) => reason,
  );
  if (!(error instanceof UserError)) throw new Error(`${name} did not throw a UserError`, { cause: error });
  return error.message.split('\n');
}

test.each(corpus)('reports every problem of $name', async ({ name, text, problems }) => {
  const reported = await problemsOf(name, text);
  expect(reported.map((line) => line.replace(`${name}:`, ''))).toEqual(problems);
});

test('refuses a YAML text that is too large', async () => {
  const text = `# ${'x'.repeat(1024 * 1024)}\n`;
  expect(await problemsOf('huge.yaml', text)).toEqual([
    'huge.yaml has more than 1048576 bytes; for more, use a JSON file',
  ]);
});

test('refuses more than 10,000 listed orders in YAML, but not in JSON, and more than the maximum', async () => {
  const text = JSON.stringify({ orders: Array.from({ length: 10_001 }, (_, id) => ({ id })) });
  expect(await problemsOf('many.yaml', text)).toEqual([
    'many.yaml:1:11 orders has 10001 elements; expected at most 10000; for more, use generate or a JSON file',
  ]);
  expect(await problemsOf('many.json', text, 10_000)).toEqual([
    'many.json:1:11 orders has 10001 elements; expected at most 10000',
  ]);
  expect(await problemsOf('three.yaml', 'generate: [{ count: 2 }, { count: 1 }]', 2)).toEqual([
    'three.yaml:1:35 with generate[1] the scenario has 3 orders; expected at most 2',
  ]);
});

const deep = 50_000;

test.each([
  ['closed-lists.yaml', '1:1007', `pets: ${'['.repeat(deep)}${']'.repeat(deep)}`],
  ['mappings.yaml', '1:4001', '{a: '.repeat(deep)],
  ['block-lists.yaml', '1:1', '- '.repeat(deep)],
  ['mappings.json', '1:321', '{"a":'.repeat(deep)],
  ['70-levels.yaml', '1:71', `pets: ${'['.repeat(70)}${']'.repeat(70)}`],
  ['70-levels.json', '1:72', `{"pets":${'['.repeat(70)}${']'.repeat(70)}}`],
])('stops reading deep levels of %s at %s', async (name, place, text) => {
  expect(await problemsOf(name, text)).toContain(
    `${name}:${place} the data is nested too deeply; expected at most 64 levels`,
  );
});

test('reports the first 20 problems and the number of the others', async () => {
  const text = JSON.stringify({ orders: Array.from({ length: 3_000 }, () => ({ id: 'x' })) });
  const reported = await problemsOf('wrong.json', text);
  expect(reported).toHaveLength(21);
  expect(reported.at(-1)).toBe('wrong.json has 2980 more problems');
});

test('never shows an API key', async () => {
  const text = 'apiKeys: { production: ["my secret key"], staging: my-secret, third: [{ key: secret }] }';
  const reported = await problemsOf('keys.yaml', text);
  expect(reported).toHaveLength(3);
  expect(reported.join()).not.toContain('secret');
});

const builtIn = (await createCatalog().entries()).map(({ path }) => readFileSync(path, 'utf8'));

test('mutated files load, or every problem of them has a line and a column', async () => {
  const property = fc.asyncProperty(mutatedText(builtIn), async (text) => {
    try {
      const options = { scenario: 'm', source: 'inline', maxOrders: 20_000 } as const;
      await resolveScenario(await readScenario({ name: 'm.yaml', text }, options), { seed: 1 });
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      const stray = error.problems
        .filter(({ what }) => !/^has \d+ more problems$/.test(what))
        .find(({ where }) => !/^m\.yaml:\d+:\d+$/.test(where ?? ''));
      if (stray !== undefined)
        throw new Error(`a problem without its place: ${stray.what}`, { cause: error });
    }
  });
  await fc.assert(property, { numRuns: 150 });
});
