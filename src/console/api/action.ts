import { type Call, targetOf } from '../../client/caller.ts';
import type { ControlResponses } from '../../control-api.ts';
import { writeJson } from '../../json/json.ts';
import { quote, shellWord } from '../../report/shell-words.ts';

/** The name of a route: `POST /environments/{environment}/reset`. */
export type RouteName = keyof ControlResponses;

/** A request of the control API that the user can send, or copy as `curl`. */
export type Action<R extends RouteName = RouteName> = Call & {
  readonly route: R;
  /** What it does, as the label of a button or the title of a step: `Ship order 1001`. */
  readonly title: string;
  /** What to show when it is done: `Order 1001 has shipped`. */
  readonly done?: (result: ControlResponses[R]) => string;
};

/** Returns a command for a shell that does the same. The token is in a variable, since the page does not know it. */
export function curlOf(
  base: string,
  { route, json, yaml, ...call }: Call & { readonly route: string },
): string {
  const [method = 'GET', path = ''] = route.split(' ');
  const url = base.replace(/\/$/, '') + targetOf(path, call);
  return [
    method === 'GET' ? 'curl' : `curl -X ${method}`,
    '-H "Authorization: Bearer $SIM_CONTROL_TOKEN"',
    ...(json === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${quote(writeJson(json))}`]),
    ...(yaml === undefined ? [] : ["-H 'Content-Type: application/yaml'", `--data-binary ${quote(yaml)}`]),
    shellWord(url),
  ].join(' ');
}
