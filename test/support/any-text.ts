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
