import fc from 'fast-check';

const pieces = fc.constantFrom(
  ...[
    '{',
    '}',
    '[',
    ']',
    ':',
    ': ',
    ',',
    '- ',
    '\n',
    '\n  ',
    '\t',
    '"',
    "'",
    '|',
    '>',
    '#',
    '&a ',
    '*a',
    '!t ',
    '? ',
    '%',
    '@',
  ],
  ...[
    '---\n',
    '...\n',
    '<<: ',
    '\u0000',
    '\u2028',
    '\ufeff',
    '\ud800',
    'null',
    '.inf',
    '1e999',
    '0x',
    '9'.repeat(30),
    '-',
    '',
  ],
);
const edits = fc.array(
  fc.record({
    at: fc.nat(),
    cut: fc.integer({ min: 0, max: 12 }),
    put: fc.oneof(pieces, fc.string({ maxLength: 4 })),
  }),
  { minLength: 1, maxLength: 4 },
);

function edit(text: string, { at, cut, put }: { at: number; cut: number; put: string }): string {
  const start = at % (text.length + 1);
  return text.slice(0, start) + put + text.slice(start + cut);
}

/** Returns one of these texts with one to four small changes that are difficult for YAML and JSON parsers. */
export function mutatedText(texts: readonly string[]): fc.Arbitrary<string> {
  return fc.tuple(fc.constantFrom(...texts), edits).map(([text, changes]) => changes.reduce(edit, text));
}
