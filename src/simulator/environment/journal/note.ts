/** The codes of all notes. */
export const noteCodes = [
  'no-version',
  'trailing-slash',
  'doubled-slash',
  'upper-case-path',
  'empty-id',
  'wrong-method',
  'no-key',
  'no-bearer',
  'several-keys',
  'misplaced-key',
  'placeholder-key',
  'wrapped-key',
  'other-environment-key',
  'query-ignored',
  'body-ignored',
  'rounded-id',
] as const;

export type NoteCode = (typeof noteCodes)[number];

/** A sentence for the author of a client: a probable mistake in the request, and what was probably meant. */
export type Note = { readonly code: NoteCode; readonly text: string };

export function note(code: NoteCode, text: string): Note {
  return { code, text };
}
