import { expect, test } from 'vitest';
import { sidebar } from './sidebar.ts';

const titles = new Map([
  ['index.md', 'store-orders-sim'],
  ['guides/zebra.md', 'Zebra'],
  ['guides/ci.md', 'In CI'],
  ['guides/ant.md', 'Ant'],
  ['maintainers/decisions/0010-x.md', '10. X'],
  ['maintainers/decisions/0002-y.md', '2. Y'],
  ['SECURITY.md', 'Security'],
  ['examples/clients/index.md', 'Clients'],
  ['modules/go/index.md', 'Go'],
]);

test('the pages of a folder are in its group, first those in a given order, then by title', () => {
  const groups = new Map(sidebar(titles).map(({ text, items }) => [text, items.map((item) => item.link)]));
  expect(groups.get('Guides')).toEqual(['/guides/ci.md', '/guides/ant.md', '/guides/zebra.md']);
  expect(groups.get('Decisions')).toEqual([
    '/maintainers/decisions/0002-y.md',
    '/maintainers/decisions/0010-x.md',
  ]);
  expect(groups.get('About')).toEqual(['/SECURITY.md']);
});

test('every page but the front page is in the sidebar', () => {
  const shown = sidebar(titles).flatMap(({ items }) => items.map(({ link }) => link.slice(1)));
  expect([...titles.keys()].filter((path) => !shown.includes(path))).toEqual(['index.md']);
});
