import { z } from 'zod';
import { type Problem, UserError } from '../../shared/user-error.ts';

const header = z.object({ name: z.string(), value: z.string() });

const content = z.object({
  size: z.number().optional(),
  mimeType: z.string().optional(),
  text: z.string().nullish(),
  encoding: z.string().nullish(),
});

const entry = z.object({
  startedDateTime: z
    .string()
    .refine((text) => !Number.isNaN(Date.parse(text)), 'a date and time of ISO 8601'),
  time: z.number().nullish(),
  request: z.object({ method: z.string(), url: z.string(), headers: z.array(header).nullish() }),
  response: z.object({
    status: z.int(),
    statusText: z.string().nullish(),
    httpVersion: z.string().nullish(),
    headers: z.array(header).nullish(),
    content: content.nullish(),
    bodySize: z.number().nullish(),
    _error: z.string().nullish(),
  }),
  _fromCache: z.string().nullish(),
  _fetchedViaServiceWorker: z.boolean().nullish(),
});

const har = z.object({ log: z.object({ entries: z.array(entry) }) });

/** One exchange as a HAR 1.2 file has it: the parts that are read, other parts ignored. */
export type HarEntry = z.infer<typeof entry>;

/** The headers of a HAR message. */
export type HarHeader = z.infer<typeof header>;

const mostProblems = 10;

/** Where JSON.parse stopped, as `:line:column`; the end of the text where it does not say. */
function placeOf(error: unknown, text: string): string {
  const offset = /at position (\d+)/.exec(String(error))?.[1];
  const before = text.slice(0, offset === undefined ? text.length : Number(offset)).split('\n');
  return `:${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    throw new UserError({
      where: file + placeOf(error, text),
      what: 'is not JSON',
      expected: 'a HAR 1.2 file',
      hint: text.trim() === '' ? 'the file is empty' : 'save the recording anew: it may have been cut off',
    });
  }
}

/** The place in the file as a person finds it with a JSON viewer: `log.entries[3].request.url`. */
function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .replace(/^\./, '');
}

/** Reads the entries of a HAR 1.2 text. Throws a UserError that names the place of each of the first ten problems. */
export function readHarEntries(text: string, file: string): readonly HarEntry[] {
  const reading = har.safeParse(parse(text, file));
  if (reading.success) return reading.data.log.entries;
  throw new UserError(
    reading.error.issues.slice(0, mostProblems).map((issue): Problem => {
      const path = pathText(issue.path);
      return {
        where: `${file}${path === '' ? '' : ` ${path}`}`,
        what: issue.message.startsWith('Invalid input: ')
          ? issue.message.slice(15)
          : `is not ${issue.message}`,
        expected: 'a HAR 1.2 file',
        ...(path === '' || path === 'log' ? { hint: 'export the recording as HAR' } : {}),
      };
    }),
  );
}
