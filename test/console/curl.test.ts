import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { curlOf } from '../../src/console/api/action.ts';
import { shellWord } from '../../src/report/shell-words.ts';

test('a shell reads every quoted text as it was', () => {
  // A shell cannot hold NUL, and `printf` writes each argument with NUL behind it.
  const text = fc.string({ unit: 'grapheme' }).map((value) => value.replaceAll('\0', ''));
  fc.assert(
    fc.property(fc.array(text, { minLength: 20, maxLength: 60 }), (texts) => {
      const script = `printf '%s\\0' ${texts.map(shellWord).join(' ')}`;
      const said = execFileSync('sh', ['-c', script], { encoding: 'utf8' });
      expect(said.split('\0').slice(0, -1)).toEqual(texts);
    }),
    { numRuns: 10 },
  );
});

test('a call is a command with its query and its exact body', () => {
  const call = {
    route: 'PUT /environments/{environment}/orders/{order}',
    params: { environment: 'x', order: '-7' },
    query: { force: true, none: undefined },
    json: { petId: 9_223_372_036_854_775_807n, note: "it's" },
  };
  expect(curlOf('http://localhost:4011/', call)).toBe(
    `curl -X PUT -H "Authorization: Bearer $SIM_CONTROL_TOKEN" -H 'Content-Type: application/json' -d '{"petId":9223372036854775807,"note":"it'\\''s"}' 'http://localhost:4011/environments/x/orders/-7?force=true'`,
  );
});
