import { controlDocument, judge } from '../../simulator/control-api/described-control.ts';
import { drawFrom, mutateBytes } from './mutate-bytes.ts';
import { createValues, type Schema } from './values-of-schema.ts';

type Operation = {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> };
};

const operations = Object.entries(controlDocument.paths).flatMap(([path, item]) =>
  ['get', 'put', 'post', 'patch', 'delete'].flatMap((method) =>
    method in item ? [{ path, method: method.toUpperCase(), operation: item[method] as Operation }] : [],
  ),
);
const names = [
  'production',
  'staging',
  'mine',
  'pending',
  '7',
  'gate-1',
  '-',
  '%00',
  '..%2f',
  '__proto__',
  'x'.repeat(99),
];

function resolve(reference: string): Schema {
  const steps = reference.replace(/^control#\//, '').split('/');
  return steps.reduce<unknown>(
    (at, step) => (at as Readonly<Record<string, unknown>>)[step],
    controlDocument,
  ) as Schema;
}

/** The responses to generated requests: the number for each status, and what was wrong. */
export type ControlOutcome = {
  readonly statuses: ReadonlyMap<number, number>;
  readonly wrong: readonly string[];
};

/** Sends `count` requests to the control API in sequence, generated from its document and from `seed`. */
export async function sendControlBodies(
  controlUrl: string,
  token: string,
  count: number,
  seed: number,
): Promise<ControlOutcome> {
  const statuses = new Map<number, number>();
  const wrong: string[] = [];
  for (let at = 0; at < count; at++) {
    const request = drawRequest(drawFrom(seed + at));
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': request.type };
    const response = await fetch(controlUrl + request.path, {
      method: request.method,
      headers,
      body: request.body,
    });
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    const shown = `request ${at}: ${request.method} ${request.path} ${request.body}`;
    const text = await response.text();
    if (response.status >= 500) wrong.push(`${shown}: ${response.status} ${text}`);
    try {
      judge(request.method, new URL(response.url).pathname, response, text);
    } catch (error) {
      wrong.push(`${shown}: ${error}`);
    }
  }
  return { statuses, wrong };
}

function drawRequest(draw: (below: number) => number) {
  const { path, method, operation } = operations[draw(operations.length)] ?? {
    path: '/',
    method: 'GET',
    operation: {},
  };
  const name = () => (draw(3) === 0 ? names[draw(names.length)] : 'production') ?? '';
  const filled = path.replace(/\{(\w+)\}/g, (_, of: string) =>
    of === 'environment' ? name() : (names[draw(names.length)] ?? ''),
  );
  // Other tests cover waits.
  const query = path.endsWith('/wait') ? '?timeout=1ms' : draw(8) === 0 ? '?force=true' : '';
  const contents = Object.entries(operation.requestBody?.content ?? {});
  const [type = 'application/json', media] = contents[draw(contents.length || 1)] ?? [];
  if (method === 'GET' || media === undefined) return { path: filled + query, method, type, body: null };
  const text = createValues(resolve, draw)(media.schema);
  const body = draw(3) === 0 ? mutateBytes(Buffer.from(text), draw) : text;
  return { path: filled + query, method, type, body };
}
