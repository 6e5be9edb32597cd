import { expect, test } from 'vitest';
import { createPrettyLine, jsonLine } from './log-line.ts';

const time = new Date(2026, 0, 20, 9, 4, 5, 67);
const ended = {
  environment: 'staging',
  exchange: 1,
  method: 'GET',
  target: '/v1/store/orders',
  status: 200,
  ms: 1.25,
};
const pretty = createPrettyLine();
const painted = createPrettyLine((style, text) => `<${style}>${text}</${style}>`);

test('a request is one line with time, environment, method, path, status and duration', () => {
  const entry = { level: 'info', time, fields: ended, msg: 'request completed' } as const;
  expect(pretty(entry)).toBe('09:04:05.067 staging    GET    /v1/store/orders 200 1.3 ms');
  const { environment: _, exchange: __, ...control } = ended;
  expect(pretty({ ...entry, fields: control })).toBe(
    '09:04:05.067 (control)  GET    /v1/store/orders 200 1.3 ms',
  );
});

test.each([
  [200, '<green>200</green>'],
  [304, '<cyan>304</cyan>'],
  [409, '<yellow>409</yellow>'],
  [500, '<red>500</red>'],
  [0, '<red>no response</red>'],
])('status %i is shown as %s', (status, shown) => {
  const fields = { ...ended, status };
  expect(painted({ level: 'info', time, fields, msg: '' })).toContain(` ${shown} `);
});

test('another entry is its level, message and fields, and the stack of its error', () => {
  const err = Object.assign(new Error('broken'), { stack: 'Error: broken\n    at here' });
  const fields = { signal: 'SIGTERM', timeoutMs: 8000, list: [1n], none: undefined, token: 'canary' };
  expect(pretty({ level: 'info', time, fields, msg: 'stopping' })).toBe(
    '09:04:05.067 info stopping signal=SIGTERM timeoutMs=8000 list=["1"] token=[redacted]',
  );
  expect(pretty({ level: 'error', time, fields: { failure: 1, err }, msg: 'request failed' })).toBe(
    '09:04:05.067 error request failed failure=1\nError: broken\n    at here',
  );
});

test.each(['\u001b[2J', '\u009b31m', '\r\nFAKE LINE', '\u0000', '\u2028', '\u202e', '\u007f'])(
  'shows %j without controlling the terminal',
  (text) => {
    const err = Object.assign(new Error('x'), { stack: text.replace('\n', '') });
    const lines = [
      pretty({ level: 'info', time, fields: { ...ended, target: `/${text}` }, msg: '' }),
      pretty({ level: 'info', time, fields: { text }, msg: text }),
      pretty({ level: 'error', time, fields: { list: [text] }, msg: text }),
      pretty({ level: 'error', time, fields: { err }, msg: 'failed' }).replace('\n', ''),
    ];
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there
    for (const line of lines) expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u202e]/);
  },
);

test('JSON has the same fields with and without values that need conversion', () => {
  const entry = { level: 'info', time, msg: 'x' } as const;
  const start = { level: 'info', time: time.toISOString() };
  expect(jsonLine({ ...entry, fields: ended })).toBe(JSON.stringify({ ...start, ...ended, msg: 'x' }));
  expect(JSON.parse(jsonLine({ ...entry, fields: { a: 1n, b: undefined, token: 'canary' } }))).toEqual({
    ...start,
    a: '1',
    token: '[redacted]',
    msg: 'x',
  });
});
