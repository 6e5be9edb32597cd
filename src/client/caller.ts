import { readJson, writeJson } from '../shared/json.ts';
import { ControlApiError } from './control-api-error.ts';
import { exactIds } from './exact-ids.ts';

/** Where the control API is and what opens it. */
export type ControlClientOptions = {
  /** `http://127.0.0.1:4011` */
  readonly url: string;
  readonly token: string;
  /**
   * `http://127.0.0.1:32768`: where the service is reached from here, when that is not where it listens, as with the
   * mapped port of a container. The addresses of created environments then begin with it.
   */
  readonly serviceUrl?: string | undefined;
  /** In place of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
};

/** What every call takes last. */
export type CallOptions = {
  /** Aborts the request. */
  readonly signal?: AbortSignal | undefined;
};

/** What a request carries beside its method and path. */
export type CallContent = {
  readonly json?: unknown;
  readonly yaml?: string;
  readonly query?: Readonly<Record<string, string | number | bigint | boolean | undefined>>;
};

/** Sends requests to the control API. */
export type Caller = {
  /** The JSON of the answer: ids as bigint, other numbers as numbers. Throws a ControlApiError for a refusal. */
  json<T>(method: string, path: string, content?: CallContent, options?: CallOptions): Promise<T>;
  /** The text of the answer. Throws a ControlApiError for a refusal. */
  text(method: string, path: string, content?: CallContent, options?: CallOptions): Promise<string>;
};

/** Makes a caller. Its errors are the API's, or say that the API cannot be reached. */
export function createCaller({ url, token, fetch = globalThis.fetch }: ControlClientOptions): Caller {
  const base = url.replace(/\/+$/, '');
  const send = async (
    method: string,
    path: string,
    content: CallContent = {},
    { signal }: CallOptions = {},
  ): Promise<string> => {
    const { type, body } = bodyOf(content);
    const headers = {
      Authorization: `Bearer ${token}`,
      ...(type === undefined ? {} : { 'Content-Type': type }),
    };
    const target = `${base}${path}${queryOf(content)}`;
    const init = {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      ...(signal === undefined ? {} : { signal }),
    };
    const response = await fetch(target, init).catch((error: unknown) => {
      if (signal?.aborted === true) throw error;
      throw new Error(`The control API cannot be reached at ${base}`, { cause: error });
    });
    const text = await response.text();
    if (!response.ok) throw readError(text, response.status, base);
    return text;
  };
  return {
    json: async <T>(...call: Parameters<typeof send>) => exactIds(readJson(await send(...call))) as T,
    text: send,
  };
}

function bodyOf({ json, yaml }: CallContent): { type?: string; body?: string } {
  if (yaml !== undefined) return { type: 'application/yaml', body: yaml };
  return json === undefined ? {} : { type: 'application/json', body: writeJson(json) };
}

function queryOf({ query = {} }: CallContent): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size === 0 ? '' : `?${search}`;
}

function readError(text: string, status: number, base: string): Error {
  try {
    const { code, message } = JSON.parse(text) as { code?: unknown; message?: unknown };
    if (typeof code === 'string' && typeof message === 'string')
      return new ControlApiError(code, message, status);
  } catch {
    // Not JSON: whoever answered is not the control API.
  }
  return new Error(`${base} answered ${status} without an Error body: it is not the control API`);
}
