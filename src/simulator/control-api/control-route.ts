import type { IncomingHttpHeaders } from 'node:http';
import * as z from 'zod';
import type { ErrorBody } from '../../control-api.ts';
import { type ControlResponse, refusal, unknown } from '../../http/control-response.ts';
import type { Environment, EnvironmentState } from '../environment/environment.ts';
import type { ControlContext } from './control-context.ts';
import { type RequestContent, readJsonBody, readQuery } from './read-request.ts';
import { readScenarioBody } from './scenario-file.ts';
import type { ServiceAddress } from './service-address.ts';

type Method = 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';
/** A route as `openapi/control.yaml` names it: `GET /environments/{environment}/clock`. */
type RouteName = `${Method} /${string}`;
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
/** The schemas of responses by status: one of JSON, or one for each media type. */
type Responses = Readonly<Record<number, z.ZodType | Readonly<Record<string, z.ZodType>>>>;
type JsonOf<One> = One extends z.ZodType
  ? z.output<One>
  : One extends { readonly 'application/json': z.ZodType<infer Json> }
    ? Json
    : never;
type InEnvironment = {
  readonly environment: Environment;
  /** The state when the request was read. */
  readonly state: EnvironmentState;
};

/** A value of a response before it is written: a bigint becomes an integer. */
type Unwritten<T> = T extends bigint | number
  ? bigint | number
  : T extends readonly (infer Item)[]
    ? readonly Unwritten<Item>[]
    : T extends object
      ? { readonly [K in keyof T]: Unwritten<T[K]> }
      : T;
type Outcome<Given extends Responses> = ControlResponse<Unwritten<JsonOf<Given[keyof Given]>> | ErrorBody>;

/** What the document says about a route. */
type Words<Given extends Responses> = {
  /** Its `operationId`. */
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  readonly responses: Given;
};

type Definition<
  Route extends RouteName,
  Query extends z.ZodRawShape,
  Body extends z.ZodType,
  Given extends Responses,
  Extra,
> = Words<Given> & {
  /** Schemas of the query parameters. Any other query parameter is refused. */
  readonly query?: Query;
  /** Schema of the JSON body. An empty body is read as `{}`. Without a schema, the body is ignored. */
  readonly body?: Body;
  /** Whether the route requires no token: it shows no state and no secret. @default false */
  readonly open?: boolean;
  /** `scenario`: the body may also be a YAML scenario, which becomes the field `scenario`. @default 'json' */
  readonly accepts?: 'json' | 'scenario';
  /** Returns one of the responses, or a refusal. */
  handle(request: ControlRequest<Route, Query, Body> & Extra): Outcome<Given> | Promise<Outcome<Given>>;
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
  Given extends Responses = Responses,
>(name: Route, definition: Definition<Route, Query, Body, Given, unknown>): ControlRoute {
  return createRow(name, definition, async (_, parse) =>
    definition.handle((await parse()) as ControlRequest<Route, Query, Body>),
  );
}

/** Defines a route of an existing environment. The response is 404 if the environment does not exist. */
export function environmentRoute<
  Route extends RouteName & `${string} /environments/{environment}${string}`,
  Query extends z.ZodRawShape = NoQuery,
  Body extends z.ZodType = z.ZodUndefined,
  Given extends Responses = Responses,
>(name: Route, definition: Definition<Route, Query, Body, Given, InEnvironment>): ControlRoute {
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

type Row = Omit<Definition<RouteName, z.ZodRawShape, z.ZodType, Responses, unknown>, 'handle'>;
type Serve = (raw: RawRequest, parse: () => Promise<unknown>) => Promise<ControlResponse>;

function createRow(
  name: RouteName,
  { query: shape = {}, body, accepts = 'json', open = false, ...words }: Row,
  serve: Serve,
) {
  const [method, path = ''] = name.split(' ') as [Method, string];
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
    ...words,
    method,
    /** The name of the method in Express. */
    verb: method.toLowerCase() as Lowercase<Method>,
    /** As in `openapi/control.yaml`, with parameters in braces. */
    path,
    query,
    body,
    accepts: body === undefined ? ('nothing' as const) : accepts,
    open,
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
