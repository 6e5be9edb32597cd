type Reference = { readonly $ref?: string };
type Schema = {
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
};
export type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly schema: Schema;
  readonly example?: unknown;
};
type Content = Readonly<Record<string, { readonly example?: object }>>;
type Described = {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly (Parameter & Reference)[];
  readonly requestBody?: { readonly content?: Content } & Reference;
  readonly responses: Readonly<Record<string, unknown>>;
  readonly security?: readonly unknown[];
};
type PathItem = Readonly<Record<string, Described>> & Pick<Described, 'parameters'>;
type Paths = Readonly<Record<string, PathItem>>;

/** An operation of an OpenAPI document, without references. */
export type Operation = {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters: readonly Parameter[];
  /** The example of the JSON body. */
  readonly example: object | undefined;
  /** The documented statuses from 200 to 299. */
  readonly successes: readonly number[];
  /** Whether the operation needs no token. */
  readonly open: boolean;
};

/** In this order a resource is created before it is read, and read before it is deleted. */
const methods = ['put', 'post', 'get', 'patch', 'delete'] as const;

/** Returns every operation of an OpenAPI document, in the order in which they can be called one after the other. */
export function operationsOf(document: { readonly paths: Paths }): readonly Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const described = item[method];
      if (described === undefined) return [];
      const parameters = [...(item.parameters ?? []), ...(described.parameters ?? [])].map((given) => {
        const parameter = resolve(document, given);
        return { ...parameter, schema: resolve(document, parameter.schema) };
      });
      const { content } = resolve(document, described.requestBody ?? {});
      const example = content?.['application/json']?.example;
      return [operationOf(method, path, { ...described, parameters, example })];
    }),
  );
}

/** Returns the target of a reference, or the value itself if it is none. */
function resolve<T>(document: object, value: T & Reference): T {
  if (value.$ref === undefined) return value;
  const keys = value.$ref.split('/').slice(1);
  return keys.reduce((at: unknown, key) => (at as Record<string, unknown>)[key], document) as T;
}

function operationOf(
  method: string,
  path: string,
  described: Described & Pick<Operation, 'parameters' | 'example'>,
): Operation {
  const { operationId, summary = '', description = '', tags = [], parameters, example, security } = described;
  const statuses = Object.keys(described.responses).filter((status) => status.startsWith('2'));
  return {
    id: operationId ?? `${method}${path.replaceAll('/', '-').replace(/[{}]/g, '')}`,
    method: method.toUpperCase(),
    path,
    summary,
    description,
    tags,
    parameters,
    example,
    successes: statuses.flatMap((status) => (status === '2XX' ? [200, 201, 202] : [Number(status)])),
    open: security?.length === 0,
  };
}
