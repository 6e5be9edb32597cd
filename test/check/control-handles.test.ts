import { createServer, type RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { findHandles, readControlAddress } from '../../src/check/control-handles.ts';
import { UserError } from '../../src/user-error.ts';
import { placed } from '../support/an-environment.ts';
import { controlToken, openTestSimulator } from '../support/open-test-simulator.ts';
import { closedPort, serveHere } from '../support/serve-here.ts';

/** The error of a look-up of the handles of production. */
async function errorFrom(controlUrl: string, token: string | undefined = 'token'): Promise<UserError> {
  const address = readControlAddress(controlUrl, token, '/v1');
  const error: unknown = await findHandles(address).catch((reason: unknown) => reason);
  if (error instanceof UserError) return error;
  throw error;
}

test('reads every digit of the handles of a simulator, and refuses a wrong token or none', async () => {
  const handles = new Map([['pending', 9007199254740993n]]);
  const orders = [placed(9007199254740993n, 'pending', {})];
  await using simulator = await openTestSimulator({ orders, handles });
  const { controlUrl } = simulator;
  const found = await findHandles(readControlAddress(`${controlUrl}/`, controlToken, '/v1'));
  expect(found).toEqual(handles);
  for (const token of ['wrong', undefined])
    expect((await errorFrom(controlUrl, token)).message).toBe(
      `\`controlUrl\` ${controlUrl} responded with 401; pass the token of the control API with \`controlToken\``,
    );
});

test('ends with exit code 3 if nothing listens', async () => {
  const error = await errorFrom(`http://127.0.0.1:${closedPort}`);
  expect(error.exitCode).toBe(3);
  expect(error.message).toMatch(
    /^`controlUrl` http:\/\/127\.0\.0\.1:\d+ does not respond: connect ECONNREFUSED/,
  );
});

test.each<[string, RequestListener]>([
  ['a page', (_request, response) => response.end('<!doctype html>')],
  ['a redirect', (_request, response) => response.writeHead(302, { Location: '/elsewhere' }).end()],
  ['JSON without handles', (_request, response) => response.end('{}')],
  ['handles that are not ids', (_request, response) => response.end('{"handles":{"pending":"5"}}')],
])('ends with exit code 2 if the response is %s', async (_what, listener) => {
  await using server = await serveHere(createServer(listener));
  const error = await errorFrom(server.origin);
  expect(error.exitCode).toBe(2);
  expect(error.message).toMatch(/responded with (?:200|302) and without handles/);
});
