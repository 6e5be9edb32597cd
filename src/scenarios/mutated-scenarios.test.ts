import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { test } from 'vitest';
import { howMany } from '../../test/how-many.ts';
import { UserError } from '../user-error.ts';
import { packageRoot } from '../version.ts';
import { readScenario } from './read-scenario.ts';
import { resolveScenario } from './resolve-scenario.ts';

const folder = new URL('scenarios/', packageRoot);
const texts = readdirSync(folder)
  .filter((file) => file.endsWith('.yaml'))
  .map((file) => readFileSync(new URL(file, folder), 'utf8'));

const pieces = fc.constantFrom(
  ...[
    '{',
    '}',
    '[',
    ']',
    ':',
    ': ',
    ',',
    '- ',
    '\n',
    '\n  ',
    '\t',
    '"',
    "'",
    '|',
    '>',
    '#',
    '&a ',
    '*a',
    '!t ',
    '? ',
    '%',
    '@',
  ],
  ...[
    '---\n',
    '...\n',
    '<<: ',
    '\u0000',
    '\u2028',
    '\ufeff',
    '\ud800',
    'null',
    '.inf',
    '1e999',
    '0x',
    '9'.repeat(30),
    '-',
    '',
  ],
);
const edits = fc.array(
  fc.record({
    at: fc.nat(),
    cut: fc.integer({ min: 0, max: 12 }),
    put: fc.oneof(pieces, fc.string({ maxLength: 4 })),
  }),
  { minLength: 1, maxLength: 4 },
);

function edit(text: string, { at, cut, put }: { at: number; cut: number; put: string }): string {
  const start = at % (text.length + 1);
  return text.slice(0, start) + put + text.slice(start + cut);
}

const runs = howMany(500, 10_000);

test(`${runs} mutated files load, or every problem of them has a line and a column`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...texts), edits, async (original, changes) => {
      const text = changes.reduce(edit, original);
      try {
        const scenario = await readScenario(
          { name: 'm.yaml', text },
          { scenario: 'm', source: 'inline', maxOrders: 20_000 },
        );
        await resolveScenario(scenario, { seed: 1 });
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        const stray = error.problems.find(({ where }) => !/^m\.yaml:\d+:\d+$/.test(where ?? ''));
        if (stray !== undefined)
          throw new Error(`a problem without its place: ${stray.what}`, { cause: error });
      }
    }),
    { numRuns: runs },
  );
}, 120_000);
