import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { packageRoot } from '../../src/version.ts';
import { controlDocument, documentedOperations } from '../simulator/control-api/described-control.ts';
import { helperNames, routesOf } from './helper-routes.ts';

// Without the tools of the languages: test/examples/projects runs the helpers.

const leftOut = [
  ...readFileSync(new URL('examples/README.md', packageRoot), 'utf8').matchAll(
    /^\| ((?:`\w+`(?:, )?)+) \|/gm,
  ),
].flatMap(([, names = '']) => [...names.matchAll(/\w+/g)].map(([name]) => name));

function operationId(route: string): string {
  const [method = '', path = ''] = route.split(' ');
  return controlDocument.paths[path]?.[method.toLowerCase()]?.operationId ?? '';
}

test.each(helperNames)('the test helper of %s calls only operations of openapi/control.yaml', (name) => {
  expect(routesOf(name).filter((route) => !documentedOperations.includes(route))).toEqual([]);
  expect(routesOf(name).length).toBeGreaterThan(10);
});

test('every test helper calls every operation, except those that examples/README.md leaves out', () => {
  const all = documentedOperations.map(operationId);
  expect(new Set(leftOut).size).toBe(leftOut.length);
  for (const name of helperNames)
    expect([...routesOf(name).map(operationId), ...leftOut].sort(), name).toEqual(all.toSorted());
});
