import * as z from 'zod';
import { checkData } from '../../text/data-issue.ts';
import { placeOf } from '../../text-place.ts';
import { UserError } from '../../user-error.ts';

const header = z.object({
  name: z.string(),
  value: z
    .string()
    .nullish()
    .transform((value) => value ?? ''),
});

const content = z.object({
  size: z.number().nullish(),
  /** How many bytes the coding saved. Negative if it saved none. */
  compression: z.number().nullish(),
  mimeType: z.string().nullish(),
  text: z.string().nullish(),
  encoding: z.string().nullish(),
});

const response = z.object({
  status: z
    .int()
    .nullish()
    .transform((status) => status ?? 0),
  statusText: z.string().nullish(),
  httpVersion: z.string().nullish(),
  headers: z.array(header).nullish(),
  content: content.nullish(),
  bodySize: z.number().nullish(),
  _error: z.string().nullish(),
  _failureText: z.string().nullish(),
});

const entry = z.object({
  startedDateTime: z
    .string()
    .refine((text) => !Number.isNaN(Date.parse(text)), 'a date and time of ISO 8601'),
  time: z.number().nullish(),
  request: z.object({ method: z.string(), url: z.string(), headers: z.array(header).nullish() }),
  // Some recorders leave it out if the request failed.
  response: response.nullish().transform((recorded) => recorded ?? response.parse({})),
  _fromCache: z.string().nullish(),
  _fetchedViaServiceWorker: z.boolean().nullish(),
});

const har = z.object({ log: z.object({ entries: z.array(entry) }) });

export type HarEntry = z.infer<typeof entry>;

export type HarHeader = z.infer<typeof header>;

const maxProblems = 10;

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    // The message of an unexpected end has no position.
    const offset = Number(/at position (\d+)/.exec(String(error))?.[1] ?? text.length);
    throw new UserError({
      where: `${file}:${placeOf(text, offset)}`,
      what: 'is not JSON',
      expected: 'a HAR 1.2 file',
      hint: text.trim() === '' ? 'the file is empty' : 'save the recording again: it may be truncated',
    });
  }
}

/** Returns the entries of a HAR 1.2 text. Throws a UserError with the first ten problems. */
export function readEntries(text: string, file: string): readonly HarEntry[] {
  // No value of a recording is shown: any of them may be a key.
  const { data, issues } = checkData(parse(text, file), har, ['log']);
  if (data !== undefined) return data.log.entries;
  const hint = 'export the recording as HAR 1.2';
  throw new UserError(
    issues
      .slice(0, maxProblems)
      .map(({ what, expected = 'a HAR 1.2 file' }) => ({ where: file, what, expected, hint })),
  );
}
