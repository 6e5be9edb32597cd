import { namesSecret, percentDecode } from '../../../../secrets/of-request.ts';
import type { Note, NoteContext } from '../journal-context.ts';
import type { JournalEntry } from '../journal-entry.ts';
import { headerFields, headerValues, queryFields, readCredentials, splitTarget } from '../request-fields.ts';

const wanted = 'Authorization: Bearer <API_KEY>';

/** Notes about the key of a request that was refused for its key. They never show a key. Spec 5. */
export function keyNotes(entry: JournalEntry, context: NoteContext): readonly Note[] {
  if (entry.refusal !== 'unauthorized') return [];
  const [value, second] = headerValues(entry.rawHeaders, 'authorization');
  if (value === undefined) return [withoutKey(entry)];
  if (second !== undefined)
    return [note('several-keys', 'The request has several Authorization headers; exactly one is allowed.')];
  const { scheme, rest } = readCredentials(value);
  if (scheme?.toLowerCase() !== 'bearer') return [withoutBearer(scheme, value, context)];
  if (rest.trim() === '') return [note('no-key', 'No key follows "Bearer"; a variable was probably empty.')];
  return [placeholder(rest) ?? wrapped(rest, context) ?? otherEnvironment(rest, context) ?? []].flat();
}

function withoutKey({ rawHeaders, target }: JournalEntry): Note {
  const header = headerFields(rawHeaders).find(([name]) => namesSecret(name) && !/cookie|^sec-/i.test(name));
  const field = queryFields(splitTarget(target).query).find(([name]) => namesSecret(percentDecode(name)));
  const place = header === undefined ? field && `query (${field[0]})` : `header ${header[0]}`;
  return place === undefined
    ? note('no-key', `The request has no Authorization header; every operation requires "${wanted}".`)
    : note('misplaced-key', `The key seems to be in the ${place}; it belongs in "${wanted}".`);
}

function withoutBearer(scheme: string | undefined, value: string, { keys }: NoteContext): Note {
  if (scheme !== undefined)
    return note('no-bearer', `The scheme is "${scheme}"; the service supports only "Bearer".`);
  const right = keys.idOf(value.trim()) !== undefined ? 'The key is valid, but the' : 'The';
  return note('no-bearer', `${right} word "Bearer" is missing before it: "${wanted}".`);
}

const placeholders =
  /^(?:<.*>|\{\{.*\}\}|\$\{.*\}|\$\(.*\)|\$[A-Z_]+|%[A-Z_]+%|(?:your|my|the|insert|replace)[-_]?.*(?:key|token).*|api[-_]?key|token|undefined|null|none|x{3,}|changeme|\.{3}|…)$/i;

function placeholder(token: string): Note | undefined {
  if (!placeholders.test(token.trim().replace(/^["']|["']$/g, ''))) return undefined;
  return note(
    'placeholder-key',
    'The key is a placeholder from the documentation, or a variable that was never replaced.',
  );
}

function wrapped(rest: string, { keys }: NoteContext): Note | undefined {
  const bare = rest
    .replace(/^bearer\s/i, '')
    .replace(/^(?:["'`\s]|%0[ad]|%20|\\[rn])+|(?:["'`\s]|%0[ad]|%20|\\[rn])+$/gi, '');
  if (bare === rest && !/\s/.test(rest)) return undefined;
  const what = /\s/.test(bare)
    ? 'The key contains a space'
    : 'The key is wrapped in characters that are not part of it: quotes, white space, a line end or a second "Bearer"';
  const right = keys.idOf(bare) !== undefined ? '; without them, the key is valid' : '';
  return note('wrapped-key', `${what}${right}.`);
}

function otherEnvironment(token: string, { environment, keyOwner }: NoteContext): Note | undefined {
  const owner = keyOwner(token);
  if (owner === undefined || owner === environment) return undefined;
  const text = `This is a key of ${owner}; the request went to ${environment}, and each environment has its own keys.`;
  return note('other-environment-key', text);
}

function note(code: string, text: string): Note {
  return { code, text };
}
