import type { IncomingHttpHeaders } from 'node:http';
import * as z from 'zod';
import { type ControlResponse, refusal, unknown } from '../../http/control-response.ts';
import type { Environment, EnvironmentState } from '../environment/environment.ts';
import type { ControlContext } from './control-context.ts';
import type { ServiceAddress } from './service-address.ts';

type Method = 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';
/** A route as `openapi/control.yaml` names it: `GET /environments/{environment}/clock`. */
type RouteName = `${Method} /${string}`;
type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** The schemas of responses by status: one of JSON, or one for each media type. */
type Responses = Readonly<Record<number, z.ZodType | Readonly<Record<string, z.ZodType>>>>;
type AnyRequest = {
  readonly context: ControlContext;
  /** The decoded parameters of the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: unknown;
  readonly body: unknown;
  /** Where the client finds the service. */
  readonly service: ServiceAddress;
  readonly headers: IncomingHttpHeaders;
  /** Aborts when the client disconnects or the simulator stops. */
  readonly signal: AbortSignal;
};
type ControlRequest<
  Name extends RouteName,
  Query extends z.ZodRawShape,
  Body extends z.ZodType,
> = AnyRequest & {
  readonly params: Readonly<Record<NamesIn<Name>, string>>;
  readonly query: z.output<z.ZodObject<Query>>;
  readonly body: z.output<Body>;
};
type InEnvironment = { readonly environment: Environment; readonly state: EnvironmentState };

type Row<Query extends z.ZodRawShape, Body extends z.ZodType> = {
  /** Its `operationId` in the document. */
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  /** Schemas of the query parameters. Any other query parameter is refused. */
  readonly query?: Query;
  /** Schema of the JSON body. An empty body is read as `{}`. Without a schema, the body is ignored. */
  readonly body?: Body;
  /** The tests compare each response with them. */
  readonly responses: Responses;
  /** Whether the route requires no token: it shows no state and no secret. @default false */
  readonly open?: boolean;
  /** `scenario`: the body may also be a YAML scenario, which becomes the field `scenario`. @default 'json' */
  readonly accepts?: 'json' | 'scenario';
};
type Handler<Request> = { handle(request: Request): ControlResponse | Promise<ControlResponse> };
type NoQuery = Record<never, never>;

export type ControlRoute = ReturnType<typeof createRoute>;

export function route<
  Name extends RouteName,
  Query extends z.ZodRawShape = NoQuery,
  Body extends z.ZodType = z.ZodUndefined,
>(name: Name, row: Row<Query, Body> & Handler<ControlRequest<Name, Query, Body>>): ControlRoute {
  return createRoute(name, row, async (request) => row.handle(request as ControlRequest<Name, Query, Body>));
}

/** Defines a route of an existing environment. The response is 404 if the environment does not exist. */
export function environmentRoute<
  Name extends RouteName & `${string} /environments/{environment}${string}`,
  Query extends z.ZodRawShape = NoQuery,
  Body extends z.ZodType = z.ZodUndefined,
>(
  name: Name,
  row: Row<Query, Body> & Handler<ControlRequest<Name, Query, Body> & InEnvironment>,
): ControlRoute {
  return createRoute(name, row, async (given) => {
    const request = given as ControlRequest<Name, Query, Body>;
    const { environment: id = '' } = given.params;
    const environment = await given.context.environments.find(id);
    if (environment === undefined) return unknownEnvironment(id);
    const response = await row.handle({ ...request, environment, state: environment.state });
    await environment.confirm?.();
    return response;
  });
}

function createRoute(
  name: RouteName,
  { query = {}, body, accepts = 'json', open = false, ...words }: Row<z.ZodRawShape, z.ZodType>,
  handle: (request: AnyRequest) => Promise<ControlResponse>,
) {
  const [method, path = ''] = name.split(' ') as [Method, string];
  return {
    ...words,
    method,
    verb: method.toLowerCase() as Lowercase<Method>,
    /** As in `openapi/control.yaml`, with parameters in braces. */
    path,
    query: z.strictObject(query) as z.ZodObject,
    body,
    accepts: body === undefined ? ('nothing' as const) : accepts,
    open,
    handle,
  };
}

/** Returns a refusal if the process has no room for so many more orders. */
export function refuseMore({ room }: ControlContext, orders: number): ControlResponse | undefined {
  const full = room.refusal(orders);
  if (full === undefined) return undefined;
  return refusal('out_of_memory', `There is no room for ${orders} more orders: ${full}.`);
}

/** Returns a 404 refusal for an environment that does not exist. */
export function unknownEnvironment(name: string): ControlResponse {
  const hint = 'GET /environments lists them, PUT /environments/{environment} creates one';
  return unknown('environment', name, hint);
}
