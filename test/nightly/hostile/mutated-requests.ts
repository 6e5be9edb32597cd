import { testKey } from '../../support/open-test-simulator.ts';
import { drawFrom, mutateBytes } from './mutate-bytes.ts';
import { rawCases } from './raw-cases/raw-cases.ts';
import { exchangeBytes, inParallel } from './raw-client.ts';

const key = `Authorization: Bearer ${testKey}`;
const valid = [
  `GET /v1/store/orders HTTP/1.1\r\nHost: a\r\n${key}\r\n\r\n`,
  `DELETE /v1/store/orders/1 HTTP/1.1\r\nHost: a\r\n${key}\r\nContent-Length: 4\r\n\r\nbody`,
  `POST /quickstart/messages HTTP/1.1\r\nHost: a\r\n${key}\r\nContent-Type: application/json\r\nContent-Length: 16\r\n\r\n{"message":"hi"}`,
  `POST /quickstart/messages HTTP/1.1\r\nHost: a\r\n${key}\r\nTransfer-Encoding: chunked\r\n\r\n10\r\n{"message":"hi"}\r\n0\r\n\r\n`,
].map((text) => Buffer.from(text));
const short = rawCases.map(({ bytes }) => Buffer.from(bytes)).filter(({ length }) => length < 2_000);
const seeds = [...valid, ...valid, ...valid, ...short];

/** The responses to mutated requests: the number for each status, and what was wrong. */
export type Outcome = { readonly statuses: ReadonlyMap<number, number>; readonly wrong: readonly string[] };

/**
 * Sends so many requests, each made from a valid or a hostile one by a few changes that `seed` decides, and ends each
 * connection from our side, so that the server has to come to an end with it.
 */
export async function sendMutated(origin: string, count: number, seed: number): Promise<Outcome> {
  const statuses = new Map<number, number>();
  const wrong: string[] = [];
  await inParallel(count, 16, async (at) => {
    const draw = drawFrom(seed + at);
    const bytes = mutateBytes(seeds[draw(seeds.length)] ?? Buffer.alloc(0), draw);
    const text = await exchangeBytes(origin, bytes, true);
    for (const one of text.split(/(?=HTTP\/1\.1 \d{3} )/)) {
      const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(one)?.[1] ?? 0);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      const fault = faultOf(one, status);
      if (fault !== undefined)
        wrong.push(`request ${at}: ${fault}: ${JSON.stringify(bytes.toString('latin1'))}`);
    }
  });
  return { statuses, wrong };
}

/** 0 for a connection that was closed without a response. */
const documented = new Set([0, 100, 200, 204, 400, 401, 404, 405, 408, 409, 413, 417, 431, 501]);

function faultOf(answer: string, status: number): string | undefined {
  if (!documented.has(status)) return `status ${status}`;
  const body = answer.slice(answer.indexOf('\r\n\r\n') + 4);
  if (/<html|\bat .+:\d+:\d+/i.test(body)) return `a page or a stack: ${body}`;
  if (status < 400 || body === '') return undefined;
  try {
    return JSON.parse(body).status === status ? undefined : `a body that says otherwise: ${body}`;
  } catch {
    return `a body that is no JSON: ${body}`;
  }
}
