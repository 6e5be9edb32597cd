import { mkdtempSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { checkHar } from '../../src/traffic/har/check-har.ts';
import { UserError } from '../../src/user-error.ts';
import { cancel, entry, har } from '../traffic/har/recording.ts';
import { mutatedText } from './mutated-text.ts';

const error = '{"code":"unauthorized","message":"The API key is missing or invalid.","status":401}';
const order = '{"id":9007199254740993,"petId":7,"shipDate":"2026-01-20T10:00:00Z","complete":false}';
const recordings = [
  har(entry({ body: `[${order}]` }), cancel(204), cancel(409), cancel(404, { body: error })),
  har(entry({ key: null, status: 401, body: error })),
  JSON.stringify(JSON.parse(har(entry(), entry({ body: null }))), undefined, 2),
];

/** Checks that a mutated recording is judged or rejected as a user error, and that the output contains no key. */
export function harsAreJudgedOrRefused(judge = checkHar): fc.IAsyncProperty<[string]> {
  const file = join(mkdtempSync(join(tmpdir(), 'hars-')), 'mutated.har');
  return fc.asyncProperty(mutatedText(recordings), async (text) => {
    await writeFile(file, text);
    try {
      const report = await judge(file);
      if (![0, 1, 3].includes(report.exitCode)) throw new Error(`exit code ${report.exitCode}`);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
    }
  });
}
