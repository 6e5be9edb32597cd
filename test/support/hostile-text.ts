import fc from 'fast-check';

const hostile = fc.constantFrom(
  ...'\u001b[2J \u0000 \r\n \u202e \uffff \ud800 \u009b1m ]]> <!-- --> </style>'.split(' '),
  ...'<script>alert(1)</script> " \' ` ```\n &amp; | \\ $(rm) ![x](http://x) …'.split(' '),
);

/** Any text, with what acts in a terminal, in markup or in Markdown. */
export const anyText = fc
  .array(fc.oneof(hostile, fc.string({ unit: 'binary', maxLength: 12 })), { maxLength: 6 })
  .map((parts) => parts.join(''));

/** Copies data with other texts and bytes in every place that text from outside can reach: not in the fields `own`. */
export function inEveryText<Data>(data: Data, textOf: () => string, own: readonly string[]): Data {
  const replaced = (value: unknown): unknown => {
    if (typeof value === 'string') return textOf();
    if (Buffer.isBuffer(value)) return Buffer.from(textOf());
    if (Array.isArray(value)) return value.map(replaced);
    if (typeof value !== 'object' || value === null) return value;
    const fields = Object.entries(value).map(([name, field]) => [
      name,
      own.includes(name) ? field : replaced(field),
    ]);
    return Object.fromEntries(fields);
  };
  return replaced(data) as Data;
}

const pieces = fc.constantFrom(
  ...'{ } [ ] : , "  \' | > # &a *a !t ? % @ - / <<: null .inf 1e999 0x HTTP/1.1'.split(' '),
  ...[': ', '- ', '\n', '\n  ', '\r\n', '\t', '---\n', '...\n', '0\r\n\r\n', 'Content-Length: 5\r\n'],
  ...['\u0000', '\u00ff', '\u2028', '\ufeff', '\ud800', '9'.repeat(30), '__proto__', '', 'x'.repeat(5_000)],
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

/** Returns one of these texts with one to four small changes that are difficult for parsers of YAML, JSON and HTTP. */
export function mutatedText(texts: readonly string[]): fc.Arbitrary<string> {
  return fc.tuple(fc.constantFrom(...texts), edits).map(([text, changes]) => changes.reduce(edit, text));
}
