import { namesSecret, percentDecode } from '../../../../secrets/of-request.ts';
import type { JournalContext } from '../journal-context.ts';
import type { JournalEntry } from '../journal-entry.ts';
import type { Note } from '../note.ts';
import { headerFields, headerValues, queryFields, readCredentials, splitTarget } from '../request-fields.ts';

const wanted = 'Authorization: Bearer <API_KEY>';

/** Notes about the key of a request that was refused for its key. They never show a key. Spec 5. */
export function keyNotes(entry: JournalEntry, context: JournalContext): readonly Note[] {
  if (entry.refusal !== 'unauthorized') return [];
  const [value, second] = headerValues(entry.rawHeaders, 'authorization');
  if (value === undefined) return [withoutKey(entry)];
  if (second !== undefined)
    return [
      {
        code: 'several-keys',
        text: 'The request has several Authorization headers; exactly one is allowed.',
      },
    ];
  const { scheme, rest } = readCredentials(value);
  if (scheme?.toLowerCase() !== 'bearer') return [withoutBearer(scheme, value, context)];
  if (rest.trim() === '')
    return [{ code: 'no-key', text: `No key follows "Bearer"; a variable was probably empty.` }];
  const note = placeholder(rest) ?? wrapped(rest, context) ?? otherEnvironment(rest, context);
  return note === undefined ? [] : [note];
}

function withoutKey({ rawHeaders, target }: JournalEntry): Note {
  const header = headerFields(rawHeaders).find(([name]) => namesSecret(name) && !/cookie|^sec-/i.test(name));
  if (header !== undefined)
    return {
      code: 'misplaced-key',
      text: `The key seems to be in the header ${header[0]}; it belongs in "${wanted}".`,
    };
  const field = queryFields(splitTarget(target).query).find(([name]) => namesSecret(percentDecode(name)));
  if (field !== undefined)
    return {
      code: 'misplaced-key',
      text: `The key seems to be in the query (${field[0]}); it belongs in "${wanted}".`,
    };
  return {
    code: 'no-key',
    text: `The request has no Authorization header; every operation requires "${wanted}".`,
  };
}

function withoutBearer(scheme: string | undefined, value: string, { keys }: JournalContext): Note {
  if (scheme !== undefined)
    return { code: 'no-bearer', text: `The scheme is "${scheme}"; the service supports only "Bearer".` };
  const right = keys.idOf(value.trim()) !== undefined ? 'The key is valid, but the' : 'The';
  return { code: 'no-bearer', text: `${right} word "Bearer" is missing before it: "${wanted}".` };
}

const placeholders =
  /^(?:<.*>|\{\{.*\}\}|\$\{.*\}|\$\(.*\)|\$[A-Z_]+|%[A-Z_]+%|(?:your|my|the|insert|replace)[-_]?.*(?:key|token).*|api[-_]?key|token|undefined|null|none|x{3,}|changeme|\.{3}|…)$/i;

function placeholder(token: string): Note | undefined {
  if (!placeholders.test(token.trim().replace(/^["']|["']$/g, ''))) return undefined;
  const text = 'The key is a placeholder from the documentation, or a variable that was never replaced.';
  return { code: 'placeholder-key', text };
}

function wrapped(rest: string, { keys }: JournalContext): Note | undefined {
  const bare = rest
    .replace(/^bearer\s/i, '')
    .replace(/^(?:["'`\s]|%0[ad]|%20|\\[rn])+|(?:["'`\s]|%0[ad]|%20|\\[rn])+$/gi, '');
  if (bare === rest && !/\s/.test(rest)) return undefined;
  const what = /\s/.test(bare)
    ? 'The key contains a space'
    : 'The key is wrapped in characters that are not part of it: quotes, white space, a line end or a second "Bearer"';
  const right = keys.idOf(bare) !== undefined ? '; without them, the key is valid' : '';
  return { code: 'wrapped-key', text: `${what}${right}.` };
}

function otherEnvironment(token: string, { environment, keyOwner }: JournalContext): Note | undefined {
  const owner = keyOwner(token);
  if (owner === undefined || owner === environment) return undefined;
  const text = `This is a key of ${owner}; the request went to ${environment}, and each environment has its own keys.`;
  return { code: 'other-environment-key', text };
}
