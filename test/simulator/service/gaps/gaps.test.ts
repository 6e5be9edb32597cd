import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { gaps } from '../../../../src/simulator/environment/gaps/gaps.ts';
import { readDuration } from '../../../../src/text/duration.ts';
import { aState, placed } from '../../../support/an-environment.ts';
import { openTestSimulator, testKey } from '../../../support/open-test-simulator.ts';
import { type RawResponse, request } from '../../../support/raw-http.ts';

const file = new URL('gaps.txt', import.meta.url);
const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
const initial = {
  orders: [
    placed(2n, 'pending', { shipDate: '2026-01-20T10:00:00.5+02:00', quantity: 3n }),
    placed(1n, 'shipped'),
    placed(3n),
  ],
  pets: new Map([['7', { name: 'Bello', chip: 9007199254740993n }]]),
  clock: { at: Date.parse('2026-01-20T00:00:00Z'), frozen: true },
};

/**
 * `# GAP=CHOICE…` begins with a new state. `> REQUEST` is sent with the key, unless it says otherwise; headers and a body are
 * between bars. `relies on` shows the gaps of the last exchange. `npm test -- gaps -u` writes the responses.
 */
test('the responses with each choice of each gap are as gaps.txt shows', async () => {
  await using simulator = await openTestSimulator();
  const { production } = simulator.environments;
  const send = (target: string, parts: string): Promise<RawResponse> => {
    const [method = '', path = ''] = target.split(' ');
    const given = parts.split(' | ').filter((part) => part !== '' && part !== 'without a key');
    const headers = given.filter((part) => /^[\w-]+: /.test(part));
    const [body = ''] = given.filter((part) => !headers.includes(part));
    if (!/Authorization: |without a key/.test(parts)) headers.unshift(`Authorization: Bearer ${testKey}`);
    return request(simulator.serviceOrigin, method, path, headers, body);
  };
  const speak = async (line: string): Promise<readonly string[]> => {
    const [, target = '', parts = ''] = /^> (\S+ \S+) ?(.*)$/.exec(line) ?? [];
    if (target !== '') return [line, show(await send(target, parts))];
    const { state } = production;
    if (line.startsWith('# ')) await production.load(aState({ ...initial, gaps: choicesOf(line) }));
    else if (line.startsWith('clock '))
      state.clock.set(state.clock.now() + (readDuration(line.slice(6)) ?? Number.NaN));
    else if (line.startsWith('relies on'))
      return [`relies on ${Object.keys(state.journal.find().exchanges[0]?.gaps ?? {}).sort()}`];
    else expect(line).toBe('');
    return [line];
  };
  const shown: string[] = [];
  for (const line of lines) if (!line.startsWith('< ')) shown.push(...(await speak(line)));
  await expect(`${shown.join('\n')}\n`).toMatchFileSnapshot(file.pathname);
});

function choicesOf(line: string): Readonly<Record<string, string>> {
  return Object.fromEntries([...line.matchAll(/([\w-]+)=(\S+)/g)].map(([, gap, choice]) => [gap, choice]));
}

/** The status, the headers and the body, without the time of day. The length is that of the body, except of one that is not sent. */
function show({ status, head, body }: RawResponse): string {
  const left = body === '' ? /^(?:Date|Connection):/ : /^(?:Date|Connection|Content-Length):/;
  const headers = head.split('\r\n').filter((line, at) => at > 0 && !left.test(line));
  const isZipped = headers.includes('Content-Encoding: gzip');
  const text = isZipped ? gunzipSync(Buffer.from(body, 'latin1')).toString() : body;
  return ['<', status, headers.join(' | '), text].filter((part) => part !== '').join(' ');
}

test.each(gaps)('gaps.txt has each choice of $key', ({ key, choices }) => {
  const shown = lines.flatMap((line) => (line.startsWith(`# ${key}=`) ? [choicesOf(line)[key] ?? ''] : []));
  for (const name of Object.keys(choices)) {
    const form = new RegExp(`^${name.replace('N', '\\d+').replace('…', '.*')}$`);
    expect(
      shown.some((choice) => form.test(choice)),
      name,
    ).toBe(true);
  }
});
