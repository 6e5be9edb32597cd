import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { whyNotJudged } from '../../../src/traffic/proxy/place-request.ts';
import { readUpstream } from '../../../src/traffic/proxy/upstream.ts';
import { request, sendRaw } from '../../support/raw-http.ts';
import { closedPort } from '../../support/serve-here.ts';
import { responding, startProxy, withLimit } from './start-proxy.ts';

const list = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n[]';
const get = (...lines: readonly string[]): string =>
  ['GET /v1/store/orders HTTP/1.1', ...lines, '', ''].join('\r\n');
const cancel = 'DELETE /v1/store/orders/1 HTTP/1.1\r\nHost: x\r\n\r\n';

const field = fc.tuple(
  fc.constantFrom('X-A', 'x-a', 'X-B', 'aCCept', 'Cookie'),
  fc.string({
    unit: fc
      .integer({ min: 0x21, max: 0xff })
      .filter((code) => code < 0x7f || code > 0xa0)
      .map((code) => String.fromCharCode(code)),
  }),
);
const fields = fc
  .array(field, { maxLength: 8 })
  .map((all) => all.map(([name, value]) => `${name}: ${value}`));
const content = fc.string({ maxLength: 300 });
const chunked = (text: string) =>
  `${text === '' ? '' : `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`}0\r\nX-Trailer: 1\r\n\r\n`;
const sizeOf = (text: string) => `Content-Length: ${Buffer.byteLength(text)}`;

test('headers keep their names, order and duplicates, and bodies their bytes, in both directions', async () => {
  const message = (first: string, lines: readonly string[], body: string): Buffer =>
    Buffer.concat([Buffer.from(`${[first, ...lines].join('\r\n')}\r\n\r\n`, 'latin1'), Buffer.from(body)]);
  await fc.assert(
    fc.asyncProperty(
      fields,
      content,
      fields,
      content,
      fc.boolean(),
      async (asked, sent, answered, got, isChunked) => {
        const framed = (text: string) => [isChunked ? 'Transfer-Encoding: chunked' : sizeOf(text)];
        const body = (text: string) => (isChunked ? chunked(text) : text);
        const reply = message(
          'HTTP/1.1 200 Fine',
          [...answered, ...framed(got), 'Connection: close'],
          body(got),
        );
        const whole = (host: string) =>
          message(
            'PUT /v1/x?a=%zz#b HTTP/1.1',
            [...asked, `hOST: ${host}`, ...framed(sent), 'Connection: close'],
            body(sent),
          );
        await using both = await startProxy((socket) => {
          let length = 0;
          socket.on('data', (bytes: Buffer) => {
            length += bytes.length;
            if (length >= whole(both.authority).length) socket.end(reply);
          });
        });
        const received = await sendRaw(both.proxy.origin, whole('localhost:4010'));
        expect(Buffer.from(received, 'latin1').equals(reply)).toBe(true);
        expect(both.received).toEqual([whole(both.authority).toString('latin1')]);
        await both.reported(1);
        const rawHeaders = answered.map((line) => [
          line.slice(0, line.indexOf(':')),
          line.slice(line.indexOf(':') + 2),
        ]);
        expect(both.seen[0]?.outcome).toMatchObject({
          response: {
            content: Buffer.from(got),
            rawHeaders: expect.arrayContaining(rawHeaders),
            isWhole: true,
          },
        });
      },
    ),
    { numRuns: 40 },
  );
});

test('changes only the value of Host, and leaves out the offer to switch protocols', async () => {
  await using both = await startProxy(responding(list));
  const upgrade = [
    'Connection: Upgrade, HTTP2-Settings , keep-alive',
    'Upgrade: h2c',
    'HTTP2-Settings: AAEAAEAA',
  ];
  await sendRaw(both.proxy.origin, get('hOST: localhost:4010', 'x-a: 1', ...upgrade, 'X-A: 2'));
  expect(both.received).toEqual([
    get(`hOST: ${both.authority}`, 'x-a: 1', 'Connection: keep-alive', 'X-A: 2'),
  ]);
  expect(both.seen[0]?.request.rawHeaders).toContainEqual(['Upgrade', 'h2c']);
});

test('passes interim responses on as they are', async () => {
  const early = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\nlink: </b>\r\n\r\n';
  await using both = await startProxy(responding(early + list));
  expect(await sendRaw(both.proxy.origin, get('Host: x'))).toBe(early + list);
});

test('passes Expect: 100-continue on, and the interim response before the body is sent', async () => {
  await using both = await startProxy((socket) => {
    socket.once('data', () => {
      socket.write('HTTP/1.1 100 Continue\r\n\r\n');
      socket.once('data', () => socket.end(list));
    });
  });
  const socket = connect(both.proxy.port, '127.0.0.1');
  socket.write('POST /v1/x HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n');
  const [interim] = await once(socket, 'data');
  expect(`${interim}`).toBe('HTTP/1.1 100 Continue\r\n\r\n');
  socket.write('body');
  const [final] = await once(socket, 'data');
  expect(`${final}`).toBe(list);
  await once(socket.end(), 'close');
});

test('responds with a marked 502 if the upstream is not there, closes, resets or sends no HTTP', async () => {
  const upstream = readUpstream(`http://127.0.0.1:${closedPort}/v1`);
  const cases: readonly ((socket: Socket) => void)[] = [
    (socket) => socket.once('data', () => socket.end()),
    (socket) => socket.once('data', () => socket.resetAndDestroy()),
    (socket) => socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Le')),
    (socket) => socket.once('data', () => socket.write('SSH-2.0-OpenSSH_9.6\r\n\r\n')),
    (socket) =>
      socket.once('data', () => socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\n\r\n')),
  ];
  for (const [at, serve] of [...cases, () => undefined].entries()) {
    await using both = await startProxy(serve, at === cases.length ? { upstream } : {});
    const response = await request(both.proxy.origin, 'DELETE', '/v1/store/orders/1');
    expect([at, response.status]).toEqual([at, 502]);
    expect(response.head).toMatch(/^X-Store-Orders-Proxy: upstream-failed$/m);
    expect(JSON.parse(response.body)).toMatchObject({ code: 'proxy_bad_gateway', status: 502 });
    expect(both.seen.map(({ outcome }) => outcome)).toMatchObject([{ kind: 'upstream-failed' }]);
    expect(both.received.length).toBe(at === cases.length ? 0 : 1);
  }
});

test('responds with a marked 504 if the upstream is late, and cuts a response that stops', async () => {
  await using late = await startProxy(() => undefined, { timeoutMs: 20 });
  const response = await request(late.proxy.origin, 'GET', '/v1/store/orders');
  expect([response.status, JSON.parse(response.body).code]).toEqual([504, 'proxy_gateway_timeout']);
  expect(late.seen[0]?.outcome).toMatchObject({ kind: 'upstream-failed', reason: 'timeout' });

  await withLimit(async (timeoutMs) => {
    await using stopping = await startProxy(responding('HTTP/1.1 200 OK\r\n\r\n[{'), { timeoutMs });
    const socket = connect(stopping.proxy.port, '127.0.0.1').resume();
    socket.write(get('Host: x'));
    const ended = await new Promise((resolve) => socket.once('error', resolve).once('end', resolve));
    await stopping.reported(1);
    if (stopping.seen[0]?.outcome.kind === 'upstream-failed') return false;
    // A response without a length would look complete if the connection were closed.
    expect(ended).toMatchObject({ code: 'ECONNRESET' });
    expect(stopping.seen[0]?.outcome).toMatchObject({ lack: 'cut' });
    return true;
  });
});

test('never repeats a request, and closes the connection of the client when the upstream closes its own', async () => {
  const served: string[] = [];
  await using both = await startProxy((socket) => {
    socket.once('data', () => {
      socket.write('HTTP/1.1 204 No Content\r\n\r\n');
      socket.once('data', (bytes: Buffer) => {
        served.push(`${bytes}`);
        socket.resetAndDestroy();
      });
    });
  });
  const socket = connect(both.proxy.port, '127.0.0.1');
  socket.write(cancel);
  await once(socket, 'data');
  socket.write(cancel);
  const [answer] = await once(socket, 'data');
  expect(`${answer}`).toMatch(/^HTTP\/1\.1 502 /);
  await once(socket, 'close');
  expect([served.length, both.received.length, both.seen.length]).toEqual([1, 1, 2]);

  await using closing = await startProxy((socket) => {
    socket.once('data', () => socket.end('HTTP/1.1 204 No Content\r\n\r\n'));
  });
  const idle = connect(closing.proxy.port, '127.0.0.1');
  idle.write(cancel);
  await once(idle.resume(), 'end');
  expect(closing.seen).toHaveLength(1);
});

test('resets the request of a client that resets its own, and reports it', async () => {
  const arrived = Promise.withResolvers<Socket>();
  await using both = await startProxy((socket) => socket.once('data', () => arrived.resolve(socket)));
  const socket = connect(both.proxy.port, '127.0.0.1');
  socket.write(cancel);
  const upstream = await arrived.promise;
  const left = once(upstream, 'close');
  socket.resetAndDestroy();
  await expect(left).rejects.toThrow('ECONNRESET');
  await both.reported(1);
  expect(both.seen[0]?.outcome.kind).toBe('client-left');
});

const json = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const noContent = 'HTTP/1.1 204 No Content\r\n\r\n';
test.each([
  ['bytes after a 204', `${noContent}{}`, noContent, { content: Buffer.from('{}'), fault: undefined }],
  ['bytes after a list', `${list}{}`, list, { fault: expect.stringMatching(/malformed: Data after/) }],
  [
    'a bad chunk',
    `${json}Transfer-Encoding: chunked\r\n\r\nx`,
    'ECONNRESET',
    { fault: expect.stringMatching(/chunk size$/) },
  ],
])('judges %s, and does not pass it on', async (_, bytes, passedOn, response) => {
  await using both = await startProxy(responding(bytes));
  const got = await sendRaw(both.proxy.origin, get('Host: x')).catch((error) => error.code);
  expect(got).toBe(passedOn);
  expect(both.seen).toMatchObject([{ outcome: { kind: 'responded', response, lack: undefined } }]);
});

test('a response that Node refuses becomes a marked 502, and is judged', async () => {
  const odd = `${json}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n`;
  await using both = await startProxy(responding(odd));
  const { status, head } = await request(both.proxy.origin, 'GET', '/v1/store/orders');
  expect([status, head]).toEqual([502, expect.stringMatching(/^X-Store-Orders-Proxy: upstream-failed$/m)]);
  expect(both.seen).toMatchObject([{ outcome: { kind: 'upstream-failed', reason: 'malformed' } }]);
  expect(both.seen.map((one) => whyNotJudged(one, '/v1'))).toEqual([undefined]);
});
