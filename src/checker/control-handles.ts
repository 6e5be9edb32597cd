import { UserError } from '../shared/user-error.ts';

/** Where the control API of a simulator is, and its token. */
export type ControlAddress = {
  /** Base address of the control API: `http://127.0.0.1:4011`. */
  readonly controlUrl: string;
  readonly controlToken: string | undefined;
};

/** Ids by handle: `pending`, `shipped`, `missing` … */
export type Handles = ReadonlyMap<string, bigint>;

const timeoutMs = 5000;
const where = '--control-url';

/** Returns the name of the environment behind a base path: `/v1` is production, `/staging/v1` is staging. */
export function environmentOf(basePath: string): string {
  const name = /^\/(?:([^/]+)\/)?v1$/.exec(basePath);
  if (name === null)
    throw new UserError({
      where,
      what: `cannot be used: no simulator environment has the base path ${basePath || '/'}`,
      expected: '/v1, /staging/v1 or /NAME/v1',
    });
  return name[1] ?? 'production';
}

/**
 * Reads the handles of the environment behind a base path from the control API of a simulator. Throws a UserError
 * with exit code 3 if the control API cannot be reached, and 2 for any other problem.
 */
export async function findHandles(
  { controlUrl, controlToken = '' }: ControlAddress,
  basePath: string,
): Promise<Handles> {
  const environment = environmentOf(basePath);
  if (!/^https?:$/.test(URL.parse(controlUrl)?.protocol ?? ''))
    throw new UserError({ where, what: `"${controlUrl}" is not an http address` });
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
    const view = await client.environment(environment).show({ signal: AbortSignal.timeout(timeoutMs) });
    const ids = Object.entries(view.handles);
    if (ids.every(([, id]) => typeof id === 'bigint')) return new Map(ids);
  } catch (error) {
    if (status === undefined) throw unreachable(controlUrl, error);
  }
  throw refused(controlUrl, environment, status);
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

function refused(controlUrl: string, environment: string, status: number | undefined): UserError {
  if (status === 401 || status === 403)
    return new UserError({
      where,
      what: `${controlUrl} responded with ${status}`,
      hint: 'pass the token of the control API with --control-token',
    });
  if (status === 404)
    return new UserError({ where, what: `${controlUrl} has no environment "${environment}"` });
  return new UserError({
    where,
    what: `${controlUrl} responded with ${status} and without handles`,
    expected: 'the control API of a simulator',
  });
}
