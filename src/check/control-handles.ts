import type { CallOptions, EnvironmentClient, Exchange as JournalExchange } from '../client/index.ts';
import { UserError } from '../user-error.ts';

/** The control API of the simulator behind a target, and the environment with the base path of the target. */
export type ControlAddress = ReturnType<typeof readControlAddress>;

export type Handles = ReadonlyMap<string, bigint>;

const timeoutMs = 5000;
const where = '`controlUrl`';

/** Reads the address of a control API. Throws a UserError. `/v1` is production, `/staging/v1` is staging. */
export function readControlAddress(controlUrl: string, controlToken: string | undefined, basePath: string) {
  if (!/^https?:$/.test(URL.parse(controlUrl)?.protocol ?? ''))
    throw new UserError({ where, what: `"${controlUrl}" is not an http address` });
  const name = /^\/(?:([^/]+)\/)?v1$/.exec(basePath);
  if (name === null)
    throw new UserError({
      where,
      what: `cannot be used: no simulator environment has the base path ${basePath || '/'}`,
      expected: '/v1, /staging/v1 or /NAME/v1',
    });
  return { controlUrl, controlToken, environment: name[1] ?? 'production' };
}

/**
 * Reads the handles of an environment. Throws a UserError with exit code 3 if the control API cannot be reached, and 2
 * for any other problem.
 */
export async function findHandles(address: ControlAddress): Promise<Handles> {
  const handles = await call(address, 'handles', async (environment, options) => {
    const ids = Object.entries((await environment.show(options)).handles);
    return ids.every(([, id]) => typeof id === 'bigint') ? ids : undefined;
  });
  return new Map(handles);
}

/** The header of a list request that proves which environment is behind a target. Its value is random. */
export const proofHeader = 'X-Store-Orders-Check';

/** The newest exchanges of a journal to look through: other clients may send requests at the same time. */
const lookThrough = 200;

/**
 * Finds the list request with a value of the proof header in the journal of an environment, and waits until it has a
 * response. Returns undefined if the journal does not show it. Throws the same errors as `findHandles`.
 */
export async function findProof(
  address: ControlAddress,
  value: string,
): Promise<JournalExchange | undefined> {
  const isProof = ({ headers }: JournalExchange): boolean =>
    headers.some(
      (header) => header.name.toLowerCase() === proofHeader.toLowerCase() && header.value === value,
    );
  const operation = 'listOrders';
  const [found] = await call(address, 'a journal', async ({ journal }, options) => {
    const { exchanges } = await journal.find({ operation, limit: lookThrough }, options);
    const begun = exchanges.find(isProof);
    if (begun === undefined || begun.answer !== undefined) return [begun];
    // The target responded, so the journal has the response as soon as the exchange ends.
    const since = { operation, since: begun.number - 1, timeout: '4s' } as const;
    return [(await journal.wait(since, options)).exchanges.find(isProof)];
  });
  return found;
}

/** Calls the control API. `read` returns undefined if the response is not that of a control API. */
async function call<T>(
  { controlUrl, controlToken = '', environment }: ControlAddress,
  wanted: string,
  read: (environment: EnvironmentClient, options: CallOptions) => Promise<T | undefined>,
): Promise<T> {
  // Most checks have no control API: only this one loads the client.
  const { ControlClient } = await import('../client/index.ts');
  let status: number | undefined;
  const client = new ControlClient({
    url: controlUrl,
    token: controlToken,
    fetch: async (url, init) => {
      const response = await fetch(url, { ...init, redirect: 'manual' });
      status = response.status;
      return response;
    },
  });
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const found = await read(client.environment(environment), { signal });
    if (found !== undefined) return found;
  } catch (error) {
    if (status === undefined) throw unreachable(controlUrl, error);
  }
  throw refused(controlUrl, environment, status, wanted);
}

function unreachable(controlUrl: string, error: unknown): UserError {
  const causes: string[] = [];
  for (let cause = error; cause instanceof Error; cause = cause.cause) causes.push(cause.message);
  return new UserError(
    {
      where,
      what: `${controlUrl} does not respond: ${causes.at(-1) ?? String(error)}`,
      hint: 'check that the simulator is running and that this is the port of its control API',
    },
    3,
  );
}

function refused(
  controlUrl: string,
  environment: string,
  status: number | undefined,
  wanted: string,
): UserError {
  if (status === 401 || status === 403)
    return new UserError({
      where,
      what: `${controlUrl} responded with ${status}`,
      hint: 'pass the token of the control API with `controlToken`',
    });
  if (status === 404)
    return new UserError({ where, what: `${controlUrl} has no environment "${environment}"` });
  return new UserError({
    where,
    what: `${controlUrl} responded with ${status} and without ${wanted}`,
    expected: 'the control API of a simulator',
  });
}
