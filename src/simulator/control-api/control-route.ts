import type { Environment } from '../environment/environment.ts';
import { refusal } from './control-error.ts';
import type { ControlParts } from './control-parts.ts';
import type { ControlResponse } from './control-response.ts';
import type { AcceptedBody, RequestContent } from './request-content.ts';

/** One request of the control API, read. */
export type ControlCall = {
  readonly parts: ControlParts;
  /** The parameters of the path, decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly content: RequestContent;
  /** Aborts when the client goes away or the simulator stops. */
  readonly signal: AbortSignal;
};

/** One row of the table of routes, from which the router is built. */
export type ControlRoute = {
  readonly method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';
  /** As in `openapi/control.yaml`: parameters in braces. */
  readonly path: string;
  readonly takes: AcceptedBody;
  readonly answer: (call: ControlCall) => ControlResponse | Promise<ControlResponse>;
};

type EnvironmentHandler = (
  call: ControlCall,
  environment: Environment,
) => ControlResponse | Promise<ControlResponse>;

/** A route below `/environments/{environment}`, which answers 404 when there is no such environment. */
export function environmentRoute(
  method: ControlRoute['method'],
  path: string,
  takes: AcceptedBody,
  answer: EnvironmentHandler,
): ControlRoute {
  return {
    method,
    path: `/environments/{environment}${path}`,
    takes,
    answer: (call) => {
      const { environment: name = '' } = call.parameters;
      const environment = call.parts.environments.get(name);
      return environment === undefined ? unknownEnvironment(name) : answer(call, environment);
    },
  };
}

/** 404 for a name that no environment has. */
export function unknownEnvironment(name: string): ControlResponse {
  return refusal(
    'environment_not_found',
    `There is no environment ${JSON.stringify(name)}; GET /environments lists them, PUT /environments/{environment} creates one.`,
  );
}
