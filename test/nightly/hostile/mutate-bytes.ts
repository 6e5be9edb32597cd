/** Draws numbers from 0 up to a bound from a seed: mulberry32. */
export function drawFrom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const fragments = [
  '\r\n',
  '\n',
  '\r',
  '\0',
  ' ',
  ':',
  'HTTP/1.1',
  '%',
  '/',
  '\u00ff',
  'Content-Length: 5\r\n',
  '0\r\n\r\n',
];

/** Returns bytes with one to three small changes: flipped bits, inserted, deleted or doubled bytes, swapped parts, a cut. */
export function mutateBytes(bytes: Buffer, draw: (below: number) => number): Buffer {
  let result = bytes;
  for (let left = 1 + draw(3); left > 0; left--) result = change(result, draw);
  return result;
}

function change(bytes: Buffer, draw: (below: number) => number): Buffer {
  const at = draw(bytes.length + 1);
  const to = at + draw(Math.min(12, bytes.length - at) + 1);
  const [before, part, after] = [bytes.subarray(0, at), bytes.subarray(at, to), bytes.subarray(to)];
  switch (draw(6)) {
    case 0: {
      const copy = Buffer.from(bytes);
      if (at < copy.length) copy[at] = (copy[at] ?? 0) ^ (1 << draw(8));
      return copy;
    }
    case 1:
      return Buffer.concat([
        before,
        Buffer.from(fragments[draw(fragments.length)] ?? '', 'latin1'),
        part,
        after,
      ]);
    case 2:
      return Buffer.concat([before, after]);
    case 3:
      return Buffer.concat([before, part, part, after]);
    case 4:
      return Buffer.concat([after, before, part]);
    default:
      return Buffer.concat([before, Buffer.from([draw(256)]), part, after]);
  }
}
