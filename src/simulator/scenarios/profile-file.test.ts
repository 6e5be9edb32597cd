import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../../../test/support/new-folder.ts';
import { UserError } from '../../user-error.ts';
import { readProfileFile } from './profile-file.ts';

function profileFile(text: string, name = 'profile.yaml'): string {
  const path = join(newFolder(), name);
  writeFileSync(path, text);
  return path;
}

test('reads a preset and the choices that override it', async () => {
  const path = profileFile('profile: typical\ngaps: { conflict-body: empty, optional-fields: null }\n');
  expect(await readProfileFile(path)).toEqual({
    profile: 'typical',
    gaps: { 'conflict-body': 'empty', 'optional-fields': 'null' },
    observed: undefined,
  });
});

test('uses least-promise if the file has no preset', async () => {
  const path = profileFile('{ "gaps": { "etag": "on" } }', 'p.json');
  expect(await readProfileFile(path)).toMatchObject({ profile: 'least-promise', gaps: { etag: 'on' } });
});

test('reports every problem of a profile file', async () => {
  const path = profileFile('profile: typcal\ngaps: { etag: of, etga: on }\norders: []\n');
  const error = await readProfileFile(path).catch((reason: unknown) => reason);
  expect(error instanceof UserError && error.message.split('\n')).toEqual([
    `${path}:1:10 profile is "typcal"; expected least-promise, typical, vary; did you mean "typical"?`,
    `${path}:2:15 "of" is not a choice of the gap etag; expected off, on; did you mean "off"?`,
    `${path}:2:19 unknown key "etga" in gaps; did you mean "etag"?`,
    `${path}:3:1 unknown key "orders"; use one of profile, gaps, observed`,
  ]);
});
