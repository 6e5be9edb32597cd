import { expect, test } from 'vitest';
import { logLevels } from '../options/settings-table.ts';
import { redacted } from '../secrets/secrets.ts';
import { createLogger, createPrettyLine, jsonLine } from './logger.ts';

const canary = 'canary-7f3a"\\quoted';

function capture(options: { level?: (typeof logLevels)[number]; secrets?: readonly string[] } = {}) {
  const lines: string[] = [];
  const to = { write: (line: string) => lines.push(line), writableLength: 0 };
  return { lines, logger: createLogger({ level: 'info', ...options, to }) };
}

test.each([
  { authorization: canary },
  { headers: { authorization: canary } },
  { request: { headers: { cookie: canary } } },
  { controlToken: canary, apiKey: [canary] },
  { note: 'Bearer canary-1234' },
  { note: 'sent "authorization: bEaReR canary-1234"' },
  { note: 'Basic canary-1234' },
])('redacts fields and credentials that look like a secret: %j', (fields) => {
  const { lines, logger } = capture();
  logger.info(fields, 'x');
  expect(lines.join()).toContain(redacted);
  expect(lines.join()).not.toContain('canary');
});

test.each(logLevels)('level %s writes lines of that level and above', (level) => {
  const { lines, logger } = capture({ level });
  for (const each of logLevels) logger[each]('x');
  expect(lines).toHaveLength(logLevels.indexOf(level));
});

test('logs an error with its stack, its causes and its fields, whatever else it refers to', () => {
  const { lines, logger } = capture();
  const cause = new RangeError('deep');
  const error = Object.assign(new Error('failed', { cause }), { code: 'EMFILE', at: 1n, self: {} });
  error.self = { error };
  cause.cause = error;
  logger.error({ err: error }, 'request failed');
  const { err, msg } = JSON.parse(lines.join());
  expect(msg).toBe('request failed');
  expect(err).toMatchObject({ type: 'Error', message: 'failed' });
  expect(err.stack).toMatch(/Error: failed\n.*code: 'EMFILE'.*\[cause\]: RangeError: deep\n/s);
});

test.each([
  ['json', jsonLine],
  ['pretty', createPrettyLine()],
])('redacts secrets in the format %s, as they are and as they are escaped', (_name, format) => {
  const lines: string[] = [];
  const to = { write: (line: string) => lines.push(line), writableLength: 0 };
  const logger = createLogger({ level: 'info', format, secrets: [canary], to });
  logger.info({ url: `/x?key=${canary}`, apiKey: canary, list: [canary] }, `about ${canary}`);
  logger.error(new Error(canary, { cause: new Error(canary) }), 'failed');
  logger.info({ method: 'GET', target: `/${canary}`, status: 200, ms: 1 }, 'request completed');
  expect(lines).toHaveLength(3);
  for (const line of lines) {
    expect(line).toContain(redacted);
    expect(line).not.toContain('canary');
  }
});

test('lines that a full output does not take are counted in the next line that it takes', () => {
  const lines: string[] = [];
  const to = { write: (line: string) => lines.push(line), writableLength: 1024 ** 2 };
  const logger = createLogger({ level: 'info', to });
  logger.info('a');
  to.writableLength += 1;
  for (const text of ['b', 'c']) logger.info(text);
  to.writableLength -= 1;
  for (const text of ['d', 'e']) logger.info(text);
  expect(lines.map((line) => JSON.parse(line)).map(({ msg, lines }) => [msg, lines])).toEqual([
    ['a', undefined],
    ['lines left out, because the reader of the log is slow', 2],
    ['d', undefined],
    ['e', undefined],
  ]);
});

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

test('a request is one line with time, environment, method, path, status and duration', () => {
  const entry = { level: 'info', time, fields: ended, msg: 'request completed' } as const;
  expect(pretty(entry)).toBe('09:04:05.067 staging    GET    /v1/store/orders 200 1.3 ms');
  const { environment: _, exchange: __, ...control } = ended;
  expect(pretty({ ...entry, fields: control })).toBe(
    '09:04:05.067 (control)  GET    /v1/store/orders 200 1.3 ms',
  );
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
