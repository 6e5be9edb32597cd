import type { IncomingHttpHeaders } from 'node:http';
import * as z from 'zod';
import type { ControlResponses, ErrorBody } from '../../control-api.ts';
import { type ControlResponse, refusal, unknown } from '../../http/control-response.ts';
import type { Environment, EnvironmentState } from '../environment/environment.ts';
import type { ControlContext } from './control-context.ts';
import { patternOf } from './find-route.ts';
import { type RequestContent, readJsonBody, readQuery } from './read-request.ts';
import { readScenarioBody } from './scenario-file.ts';
import type { ServiceAddress } from './service-address.ts';

/** A route as `openapi/control.yaml` names it, except the two probes: `GET /environments/{environment}/clock`. */
type RouteName = Exclude<keyof ControlResponses, 'GET /livez' | 'GET /readyz'>;
type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

type ControlRequest<Route extends RouteName, Query extends z.ZodRawShape, Body extends z.ZodType> = Omit<
  RawRequest,
  'params' | 'search' | 'content'
> & {
  readonly params: Readonly<Record<NamesIn<Route>, string>>;
  readonly query: z.output<z.ZodObject<Query>>;
  readonly body: z.output<Body>;
};
type InEnvironment = {
  readonly environment: Environment;
  /** The state when the request was read. */
  readonly state: EnvironmentState;
};

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

type Definition<Route extends RouteName, Query extends z.ZodRawShape, Body extends z.ZodType, Extra> = {
  /** Schemas of the query parameters. Any other query parameter is refused. */
  readonly query?: Query;
  /** Schema of the JSON body. An empty body is read as `{}`. Without a schema, the body is ignored. */
  readonly body?: Body;
  /** Whether the route requires no token: it shows no state and no secret. @default false */
  readonly open?: boolean;
  /** `scenario`: the body may also be a YAML scenario, which becomes the field `scenario`. @default 'json' */
  readonly accepts?: 'json' | 'scenario';
  /** Whether the route adds orders, for which there may be no room: 507. @default false */
  readonly grows?: boolean;
  /** Returns the response that `openapi/control.yaml` describes, or a refusal. */
  handle(
    request: ControlRequest<Route, Query, Body> & Extra,
  ):
    | ControlResponse<Unwritten<ControlResponses[Route]> | ErrorBody>
    | Promise<ControlResponse<Unwritten<ControlResponses[Route]> | ErrorBody>>;
};

/** A request before its query and body are parsed. */
export type RawRequest = {
  readonly context: ControlContext;
  /** The decoded parameters of the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly search: URLSearchParams;
  readonly content: RequestContent;
  /** Where the client finds the service. */
  readonly service: ServiceAddress;
  readonly headers: IncomingHttpHeaders;
  /** Aborts when the client disconnects or the simulator stops. */
  readonly signal: AbortSignal;
};

export type ControlRoute = ReturnType<typeof createRow>;

type NoQuery = Record<never, never>;

export function route<
  Route extends RouteName,
  Query extends z.ZodRawShape = NoQuery,
  Body extends z.ZodType = z.ZodUndefined,
>(name: Route, definition: Definition<Route, Query, Body, unknown>): ControlRoute {
  return createRow(name, definition, async (_, parse) =>
    definition.handle((await parse()) as ControlRequest<Route, Query, Body>),
  );
}

/** Defines a route of an existing environment. The response is 404 if the environment does not exist. */
export function environmentRoute<
  Route extends RouteName & `${string} /environments/{environment}${string}`,
  Query extends z.ZodRawShape = NoQuery,
  Body extends z.ZodType = z.ZodUndefined,
>(name: Route, definition: Definition<Route, Query, Body, InEnvironment>): ControlRoute {
  return createRow(name, definition, async ({ context, params: { environment: id = '' } }, parse) => {
    const { environments } = context;
    if ((await environments.find(id)) === undefined) return unknownEnvironment(id);
    const request = (await parse()) as ControlRequest<Route, Query, Body>;
    // It may be deleted or replaced while a large body is read.
    const environment = await environments.find(id);
    if (environment === undefined) return unknownEnvironment(id);
    const response = await definition.handle({ ...request, environment, state: environment.state });
    await environment.confirm?.();
    return response;
  });
}

type Schemas = Omit<Definition<RouteName, z.ZodRawShape, z.ZodType, unknown>, 'handle'>;
type Serve = (raw: RawRequest, parse: () => Promise<unknown>) => Promise<ControlResponse>;

function createRow(
  name: RouteName,
  { query: shape = {}, body, accepts = 'json', open = false, grows = false }: Schemas,
  serve: Serve,
) {
  const [method, path = ''] = name.split(' ') as ['GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE', string];
  const query: z.ZodObject = z.strictObject(shape);
  const parse = async ({ search, ...request }: RawRequest): Promise<unknown> => ({
    ...request,
    query: readQuery(search, query),
    body: body === undefined ? undefined : await readBody(request, body),
  });
  const readBody = ({ content, context: { maxOrders } }: Omit<RawRequest, 'search'>, schema: z.ZodType) => {
    return accepts === 'scenario'
      ? readScenarioBody(content, schema, maxOrders)
      : readJsonBody(content, schema);
  };
  return {
    method,
    /** As in `openapi/control.yaml`, with parameters in braces. */
    path,
    pattern: patternOf(path),
    query,
    body,
    accepts: body === undefined ? ('nothing' as const) : accepts,
    open,
    grows,
    /** Parses a request and calls the handler. Throws a UserError that lists every problem of the query or the body. */
    serve: (raw: RawRequest): Promise<ControlResponse> => serve(raw, () => parse(raw)),
  };
}

/** Returns a refusal if the process has no room for so many more orders. */
export function refuseMore(
  { room }: Pick<ControlContext, 'room'>,
  orders: number,
): ControlResponse<ErrorBody> | undefined {
  const full = room.refusal(orders);
  if (full === undefined) return undefined;
  return refusal('out_of_memory', `There is no room for ${orders} more orders: ${full}.`);
}

/** Returns a 404 refusal for an environment that does not exist. */
export function unknownEnvironment(name: string): ControlResponse<ErrorBody> {
  const hint = 'GET /environments lists them, PUT /environments/{environment} creates one';
  return unknown('environment', name, hint);
}
