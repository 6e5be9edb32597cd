import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { packageRoot } from '../../src/version.ts';
import { collectionFiles, collectionsFolder } from './files.ts';

const folder = fileURLToPath(new URL(collectionsFolder, packageRoot));
const files = collectionFiles();

/** Every operation of the documents for people, in the form in which a collection has it: `GET {{controlUrl}}/environments`. */
const documented = [
  ['store-orders', 'baseUrl'],
  ['quickstart', 'quickstartUrl'],
  ['control', 'controlUrl'],
].flatMap(([name, base]) => {
  const { paths } = parse(readFileSync(new URL(`openapi/${name}.yaml`, packageRoot), 'utf8'));
  return Object.entries(paths as Record<string, Record<string, { tags?: string[] }>>).flatMap(
    ([path, item]) =>
      Object.keys(item)
        .filter((method) => /^(get|put|post|patch|delete)$/.test(method))
        .filter((method) => !item[method]?.tags?.some((tag) => ['console', 'matrix'].includes(tag)))
        .map(
          (method) =>
            `${method.toUpperCase()} {{${base}}}${path.replaceAll('{', '{{').replaceAll('}', '}}')}`,
        ),
  );
});
const withoutQuery = (url: string): string => url.split('?')[0] ?? '';

test('the files in examples/collections are those that `npm run generate:collections` writes', () => {
  const there = globSync('{*.json,bruno/**/*.*}', { cwd: folder });
  expect(there.sort()).toEqual([...files.keys()].sort());
  for (const [path, text] of files) expect(readFileSync(folder + path, 'utf8'), path).toBe(text);
});

test('the Postman collection has every operation for people once', () => {
  const { item } = JSON.parse(files.get('store-orders-sim.postman_collection.json') ?? '');
  const requests = item.flatMap((each: { item: { request: { method: string; url: { raw: string } } }[] }) =>
    each.item.map(({ request }) => `${request.method} ${withoutQuery(request.url.raw)}`),
  );
  expect(requests.sort()).toEqual(documented.toSorted());
});

test('the Bruno collection has every operation for people once', () => {
  const requests = [...files].flatMap(([path, text]) => {
    const [, method = '', url = ''] = /^(get|put|post|patch|delete) \{\n {2}url: (.*)$/m.exec(text) ?? [];
    return path.endsWith('.bru') && method !== '' ? [`${method.toUpperCase()} ${withoutQuery(url)}`] : [];
  });
  expect(requests.sort()).toEqual(documented.toSorted());
});

test('a request that creates something comes before those that use it, and all are deleted at the end', () => {
  const { item } = JSON.parse(files.get('store-orders-sim.postman_collection.json') ?? '');
  const names: string[] = item.flatMap((each: { item: { name: string }[] }) =>
    each.item.map(({ name }) => name),
  );
  const at = (name: string): number => names.indexOf(name);
  expect(at('Create or replace an environment')).toBeGreaterThan(-1);
  expect(at('Create or replace an environment')).toBeLessThan(at('Get an environment'));
  expect(at('Open a hold')).toBeLessThan(at('Get a hold, or wait for requests at it'));
  expect(names.at(-1)).toBe('Delete an environment');
});
