import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { newFolder } from '../../test/support/new-folder.ts';
import { writeJson } from '../json/json.ts';
import { readJsonText } from '../json/json-text.ts';
import { UserError } from '../user-error.ts';
import { readYaml, readYamlFile } from './yaml-file.ts';

const schema = z.strictObject({
  port: z.bigint().optional(),
  names: z.array(z.string().min(2)).optional(),
  mode: z.union([z.enum(['on', 'off']), z.boolean()]).optional(),
});

async function problems(reading: Promise<unknown>): Promise<string[]> {
  const error = await reading.catch((reason: unknown) => reason);
  return error instanceof UserError ? error.message.split('\n') : [`no UserError: ${String(error)}`];
}

test('returns the data of a YAML text, integers as bigint', async () => {
  const text = 'port: 9223372036854775807\nnames: [one, two]\nmode: on\n';
  expect(await readYaml({ name: 'a.yaml', text }, { schema })).toEqual({
    port: 9223372036854775807n,
    names: ['one', 'two'],
    mode: 'on',
  });
});

test('reports every problem of the schema and the check, in the order of the text', async () => {
  const text = 'names: [one, x]\nmode: maybe\nprot: 1\nport: "4010"\n';
  const check = () => [
    { path: ['mode'], at: 'key' as const, what: 'the mode does not fit', hint: 'leave it out' },
  ];
  expect(await problems(readYaml({ name: 'a.yaml', text }, { schema, check }))).toEqual([
    'a.yaml:1:14 names[1] is "x"; expected at least 2 characters',
    'a.yaml:2:1 the mode does not fit; leave it out',
    'a.yaml:2:7 mode is "maybe"; expected on, off or true or false',
    'a.yaml:3:1 unknown key "prot"; did you mean "port"?',
    'a.yaml:4:7 port is "4010"; expected an integer',
  ]);
});

test('does not show a text below a secret key', async () => {
  const text = 'names: my-secret\nmode: visible\n';
  expect(await problems(readYaml({ name: 'a.yaml', text }, { schema, secret: ['names'] }))).toEqual([
    'a.yaml:1:8 names is a string; expected a list',
    'a.yaml:2:7 mode is "visible"; expected on, off or true or false',
  ]);
});

test('reports why a file cannot be read', async () => {
  const folder = newFolder();
  const latin1 = join(folder, 'latin1.yaml');
  writeFileSync(latin1, Buffer.from('names: [caf\xe9]', 'latin1'));
  const huge = join(folder, 'huge.yaml');
  writeFileSync(huge, '#'.repeat(1024 * 1024 + 1));
  const missing = join(folder, 'missing.yaml');
  expect(await problems(readYamlFile(missing, { schema }))).toEqual([`${missing} does not exist`]);
  expect(await problems(readYamlFile(folder, { schema }))).toEqual([`${folder} is a folder`]);
  expect(await problems(readYamlFile(latin1, { schema }))).toEqual([
    `${latin1} is not UTF-8 text; save it as UTF-8`,
  ]);
  expect(await problems(readYamlFile(huge, { schema }))).toEqual([
    `${huge} has more than 1048576 bytes; for more, use a JSON file`,
  ]);
});

const jsonLike = fc.oneof(
  fc.json(),
  fc
    .tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '}', ']', '"', '0', '\\', ' ', '\n', '\u0000', 'x'))
    .map(
      ([text, at, put]) =>
        text.slice(0, at % (text.length + 1)) + put + text.slice((at % (text.length + 1)) + 1),
    ),
);

test('accepts as JSON what JSON.parse accepts', () => {
  fc.assert(
    fc.property(jsonLike, (text) => {
      let isJson = true;
      try {
        JSON.parse(text);
      } catch {
        isJson = false;
      }
      const reading = readJsonText(text);
      const faults = reading.kind === 'faults' ? reading.faults : [];
      expect(faults.some(({ what }) => what.startsWith('is not JSON'))).toBe(!isJson);
    }),
    { numRuns: 1_000 },
  );
});

test('finds the place of every value of a JSON text', () => {
  // The reader refuses the key `__proto__`, which fast-check draws at times.
  const values = fc
    .jsonValue({ noUnicodeString: false })
    .filter((value) => !JSON.stringify(value).includes('__proto__'));
  fc.assert(
    fc.property(values, fc.constantFrom(0, 2), (value, indent) => {
      const text = JSON.stringify({ first: value, second: [value] }, undefined, indent);
      const reading = readJsonText(text);
      const visit = (path: (string | number)[], here: unknown) => {
        const offset = reading.kind === 'data' ? reading.offsetOf(path, 'value') : -1;
        const start = writeJson(here)?.slice(0, 1);
        expect(text[offset]).toBe(start);
        if (typeof here === 'object' && here !== null)
          for (const [key, inner] of Object.entries(here))
            visit([...path, Array.isArray(here) ? Number(key) : key], inner);
      };
      visit([], JSON.parse(text));
    }),
  );
});
