import type { ControlResponses, EnvironmentView } from '../control-api.ts';
import { type JsonValue, readJson, writeJson } from '../json/json.ts';

export type ControlClientOptions = {
  /** The address of the control API: `http://127.0.0.1:4011`. */
  readonly url: string;
  readonly token: string;
  /**
   * The base address of production as seen from here, with or without `/v1`: `http://127.0.0.1:32768`. Set it if it differs from the address on
   * which the service listens, for example because of a mapped container port. The base addresses of all environments then
   * begin with it.
   */
  readonly serviceUrl?: string | undefined;
  readonly fetch?: typeof globalThis.fetch;
};

/** The last parameter of every method. */
export type CallOptions = {
  /** Aborts the request. */
  readonly signal?: AbortSignal | undefined;
};

export type Call = {
  /** Values for the parameters of the path. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | bigint | boolean | undefined>>;
  readonly json?: unknown;
  readonly yaml?: string;
};

type Route = keyof ControlResponses;

/** Sends requests to the routes of the control API. Throws a `ControlApiError` if the API refuses a request. */
export type Caller = {
  /** Returns the JSON of the response. Order ids are bigint, other integers are numbers. */
  json<R extends Route>(route: R, call?: Call, options?: CallOptions): Promise<ControlResponses[R]>;
  text(route: Route, call?: Call, options?: CallOptions): Promise<string>;
  /** Sets the base address of an environment to the one that is reachable from here, if `serviceUrl` is set. */
  located<View extends EnvironmentView>(view: View): View;
};

/** The control API refused a request. The message is the message of the API; it lists every problem. */
export class ControlApiError extends Error {
  /** The code of the Error body: `environment_not_found`. */
  readonly code: string;
  readonly status: number;

  constructor(code: string, message: string, status: number) {
    super(message);
    this.name = 'ControlApiError';
    this.code = code;
    this.status = status;
  }
}

export function createCaller(options: ControlClientOptions): Caller {
  const { url, token, fetch = globalThis.fetch } = options;
  const serviceUrl = options.serviceUrl?.replace(/(?:\/v1)?\/*$/, '');
  const base = url.replace(/\/+$/, '');
  const send = async (route: Route, call: Call = {}, { signal }: CallOptions = {}): Promise<string> => {
    const [method = '', path = ''] = route.split(' ');
    const { type, body } = bodyOf(call);
    const headers = { Authorization: `Bearer ${token}`, ...(type && { 'Content-Type': type }) };
    const init = { method, headers, body: body ?? null, signal: signal ?? null };
    const response = await fetch(base + targetOf(path, call), init).catch((error: unknown) => {
      if (signal?.aborted === true) throw error;
      throw new Error(`The control API cannot be reached at ${base}${proxyHint(base)}`, { cause: error });
    });
    const text = await response.text();
    if (!response.ok) throw readError(text, response.status, base);
    return text;
  };
  const json = async <R extends Route>(route: R, call?: Call, options?: CallOptions) =>
    exactIds(readJson(await send(route, call, options))) as ControlResponses[R];
  const located: Caller['located'] = (view) => {
    if (serviceUrl === undefined) return view;
    const { baseUrlHint: _, ...rest } = view;
    return { ...rest, baseUrl: serviceUrl + view.path } as typeof view;
  };
  return { json, text: send, located };
}

/** Returns a caller for the routes of one environment. */
export function inEnvironment(caller: Caller, environment: string): Caller {
  const within = (call: Call = {}): Call => ({ ...call, params: { ...call.params, environment } });
  return {
    json: (route, call, options) => caller.json(route, within(call), options),
    text: (route, call, options) => caller.text(route, within(call), options),
    located: caller.located,
  };
}

/** Returns the path of a route with its parameters, and the query. */
export function targetOf(path: string, { params = {}, query = {} }: Call): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  return search.size === 0 ? filled : `${filled}?${search}`;
}

function bodyOf({ json, yaml }: Call): { type?: string; body?: string } {
  if (yaml !== undefined) return { type: 'application/yaml', body: yaml };
  return json === undefined ? {} : { type: 'application/json', body: writeJson(json) };
}

/** Names the proxy of the environment: runtimes may send even local requests to it. */
function proxyHint(base: string): string {
  const { hostname, protocol } = new URL(base);
  // A browser has no variables.
  const { process } = globalThis as { process?: { env: Readonly<Record<string, string | undefined>> } };
  const { env = {} } = process ?? {};
  const kind = protocol.slice(0, -1);
  const names = [`${kind}_proxy`, `${kind.toUpperCase()}_PROXY`, 'all_proxy', 'ALL_PROXY'];
  const name = names.find((one) => env[one]);
  const excepted = `${env.no_proxy},${env.NO_PROXY}`.split(/[\s,]+/).includes(hostname);
  return name === undefined || excepted ? '' : `; ${name} names a proxy: add ${hostname} to NO_PROXY`;
}

function readError(text: string, status: number, base: string): Error {
  try {
    const { code, message } = JSON.parse(text) as { code?: unknown; message?: unknown };
    if (typeof code === 'string' && typeof message === 'string')
      return new ControlApiError(code, message, status);
  } catch {
    // Not JSON: the response is not from the control API.
  }
  return new Error(
    `${base} responded with ${status} and without an Error body: it is not the control API${proxyHint(base)}`,
  );
}

/** The properties whose integers may exceed the range of a number, and the lists and mappings of such integers. */
export const exactProperties: readonly string[] = ['id', 'petId', 'orderId', 'quantity'];
export const exactContainers: readonly string[] = ['handles', 'shipped', 'except'];

/** Converts integers to numbers, except the exact ones. */
export function exactIds(value: JsonValue): unknown {
  return convert(value, '', false);
}

function convert(value: JsonValue, name: string, inContainer: boolean): unknown {
  if (typeof value === 'bigint') return inContainer || exactProperties.includes(name) ? value : Number(value);
  if (typeof value !== 'object' || value === null) return value;
  const inside = exactContainers.includes(name);
  if (Array.isArray(value)) return value.map((item: JsonValue) => convert(item, '', inside));
  const entries = Object.entries(value).map(([key, item]) => [key, convert(item, key, inside)]);
  return Object.fromEntries(entries);
}
