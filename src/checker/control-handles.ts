import { type JsonValue, readJson } from '../shared/json.ts';
import { type Problem, UserError } from '../shared/user-error.ts';

/** Where a simulator of ours tells the ids of its orders. */
export type ControlAddress = {
  /** Base address of the control API: `http://127.0.0.1:4011`. */
  readonly controlUrl: string;
  readonly controlToken: string | undefined;
};

/** Ids by handle: `pending`, `shipped`, `missing` … */
export type Handles = ReadonlyMap<string, bigint>;

const timeoutMs = 5000;

/** The environment behind a base path: `/v1` is production, `/staging/v1` is staging. */
export function environmentOf(basePath: string): string {
  const name = /^\/(?:([^/]+)\/)?v1$/.exec(basePath);
  if (name === null)
    throw new UserError({
      where: '--control-url',
      what: `no environment of a simulator has the base path ${basePath || '/'}`,
      expected: '/v1, /staging/v1 or /NAME/v1',
    });
  return name[1] ?? 'production';
}

/**
 * Asks the control API of our own simulator for the handles of the environment that the base path names. Throws a
 * UserError: exit code 3 where it cannot be reached, else 2.
 */
export async function findHandles(address: ControlAddress, basePath: string): Promise<Handles> {
  const environment = environmentOf(basePath);
  const { status, text } = await askControl(address, `environments/${environment}`);
  const fail = (problem: Omit<Problem, 'where'>): never => {
    throw new UserError({ where: '--control-url', ...problem });
  };
  if (status === 401 || status === 403)
    return fail({ what: `the control API answers ${status}`, hint: 'give its token with --control-token' });
  if (status === 404) return fail({ what: `the simulator has no environment "${environment}"` });
  const handles = status === 200 ? readHandles(text) : undefined;
  return (
    handles ??
    fail({
      what: `${address.controlUrl} answers ${status} without handles`,
      expected: 'the control API of this simulator',
    })
  );
}

async function askControl({ controlUrl, controlToken }: ControlAddress, path: string) {
  const headers: Record<string, string> =
    controlToken === undefined ? {} : { authorization: `Bearer ${controlToken}` };
  const url = URL.parse(path, controlUrl.endsWith('/') ? controlUrl : `${controlUrl}/`);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UserError({ where: '--control-url', what: `"${controlUrl}" is not an http address` });
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(url, { headers, redirect: 'manual', signal });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    const cause =
      error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    throw new UserError(
      {
        where: '--control-url',
        what: `${controlUrl} gives no answer: ${cause}`,
        hint: 'is the simulator running, and is that the port of its control API?',
      },
      3,
    );
  }
}

/** `{ "handles": { "pending": 1 } }`; undefined for anything else. */
function readHandles(text: string): Handles | undefined {
  const handles = readObject(readObject(parse(text))?.handles);
  if (handles === undefined) return undefined;
  const entries = Object.entries(handles);
  const ids = entries.filter((entry): entry is [string, bigint] => typeof entry[1] === 'bigint');
  return ids.length === entries.length ? new Map(ids) : undefined;
}

function parse(text: string): JsonValue | undefined {
  try {
    return readJson(text);
  } catch {
    return undefined;
  }
}

function readObject(value: JsonValue | undefined): { readonly [key: string]: JsonValue } | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? Object.fromEntries(Object.entries(value)) : undefined;
}
