import fc from 'fast-check';

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
