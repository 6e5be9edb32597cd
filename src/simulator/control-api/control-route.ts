import { z } from 'zod';
import type { ControlResponses, ErrorBody } from '../../shared/control-api.ts';
import type { MaybePromise } from '../../shared/maybe-promise.ts';
import type { Environment, EnvironmentState } from '../environment/environment.ts';
import type { ControlContext } from './control-context.ts';
import { type ControlResponse, unknown } from './control-response.ts';
import { type RequestContent, readJsonBody, readQuery } from './read-request.ts';
import { readScenarioBody } from './scenario-file.ts';

/** A request whose parameters, query and body are parsed. */
type ControlRequest<Params, Query, Body> = {
  readonly context: ControlContext;
  /** The decoded parameters of the path. */
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** Aborts when the client disconnects or the simulator stops. */
  readonly signal: AbortSignal;
};

type Method = 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';
type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;
type ParamsOf<Path extends string> = Readonly<Record<NamesIn<Path>, string>>;

/** A value of a wire type before it is written: `undefined` is omitted, and a bigint becomes an integer. */
type Unwritten<T> = T extends bigint | number
  ? bigint | number
  : T extends readonly (infer Item)[]
    ? readonly Unwritten<Item>[]
    : T extends object
      ? {
          readonly [K in keyof T]:
            | Unwritten<T[K]>
            | (Record<never, never> extends Pick<T, K> ? undefined : never);
        }
      : T;

/** The type of a response: as `openapi/control.yaml` describes the route, or a refusal. */
type ResponseOf<Route extends string> = Route extends keyof ControlResponses
  ? ControlResponse<Unwritten<ControlResponses[Route]> | ErrorBody>
  : never;

type Nothing = Record<never, never>;
type Parsed<P extends string, Query extends z.ZodRawShape, Body extends z.ZodType> = ControlRequest<
  ParamsOf<P>,
  z.output<z.ZodObject<Query>>,
  z.output<Body>
>;
type InEnvironment = { readonly environment: Environment; readonly state: EnvironmentState };

type Definition<
  M extends Method,
  P extends string,
  Query extends z.ZodRawShape,
  Body extends z.ZodType,
  Extra,
> = {
  readonly method: M;
  /** As in `openapi/control.yaml`, with parameters in braces. Their values are texts. */
  readonly path: P;
  /** Schemas of the query parameters. Any other query parameter is refused. */
  readonly query?: Query;
  /** Schema of the JSON body. An empty body is read as `{}`. Without a schema, the body is ignored. */
  readonly body?: Body;
  /** `scenario`: the body may also be a YAML scenario, which becomes the field `scenario`. @default 'json' */
  readonly accepts?: 'json' | 'scenario';
  handle(request: Parsed<P, Query, Body> & Extra): MaybePromise<ResponseOf<`${M} ${P}`>>;
};

/** A request before its query and body are parsed. */
export type RawRequest = {
  readonly context: ControlContext;
  readonly params: Readonly<Record<string, string>>;
  readonly search: URLSearchParams;
  readonly content: RequestContent;
  readonly signal: AbortSignal;
};

/** A row of the table of routes. */
export type ControlRoute = {
  readonly method: Method;
  readonly path: string;
  readonly query: z.ZodObject;
  readonly body: z.ZodType | undefined;
  readonly accepts: 'nothing' | 'json' | 'scenario';
  /** Parses a request and calls the handler. Throws a UserError that lists every problem of the query or the body. */
  serve(request: RawRequest): Promise<ControlResponse>;
};

/** Defines a route. */
export function route<
  M extends Method,
  P extends string,
  Query extends z.ZodRawShape = Nothing,
  Body extends z.ZodType = z.ZodUndefined,
>(definition: Definition<M, P, Query, Body, unknown>): ControlRoute {
  const row = toRow(definition);
  return {
    ...row,
    serve: async (raw) => definition.handle((await parse(raw, row)) as Parsed<P, Query, Body>),
  };
}

/** Defines a route of an existing environment. The response is 404 if the environment does not exist. */
export function environmentRoute<
  M extends Method,
  P extends `/environments/{environment}${string}`,
  Query extends z.ZodRawShape = Nothing,
  Body extends z.ZodType = z.ZodUndefined,
>(definition: Definition<M, P, Query, Body, InEnvironment>): ControlRoute {
  const row = toRow(definition);
  return {
    ...row,
    serve: async (raw) => {
      const { environment: name = '' } = raw.params;
      const environment = raw.context.environments.get(name);
      if (environment === undefined) return unknownEnvironment(name);
      const request = (await parse(raw, row)) as Parsed<P, Query, Body>;
      return definition.handle({ ...request, environment, state: environment.state });
    },
  };
}

type Row = Omit<ControlRoute, 'serve'>;

function toRow({
  method,
  path,
  query,
  body,
  accepts: given = 'json',
}: Omit<Definition<Method, string, z.ZodRawShape, z.ZodType, unknown>, 'handle'>): Row {
  const accepts = body === undefined ? 'nothing' : given;
  return { method, path, query: z.strictObject(query ?? {}), body, accepts };
}

async function parse(
  { context, params, search, content, signal }: RawRequest,
  { query, body, accepts }: Row,
): Promise<ControlRequest<RawRequest['params'], unknown, unknown>> {
  const read = accepts === 'scenario' ? readScenarioBody : readJsonBody;
  return {
    context,
    params,
    query: readQuery(search, query),
    body: body === undefined ? undefined : await read(content, body, context),
    signal,
  };
}

/** Returns a 404 refusal for an environment that does not exist. */
export function unknownEnvironment(name: string): ControlResponse<ErrorBody> {
  const hint = 'GET /environments lists them, PUT /environments/{environment} creates one';
  return unknown('environment', name, hint);
}
