import type { Caller } from './caller.ts';
import { ControlApiError } from './control-api-error.ts';
import { EnvironmentClient } from './environment-client.ts';
import type { Handles, OpenedEnvironmentView } from './wire-types.ts';

/** An environment of one's own. Disposing of it deletes it: `await using environment = await control.createEnvironment()`. */
export class OpenEnvironment extends EnvironmentClient implements AsyncDisposable {
  /** Base address of the service in this environment, ending in `/v1`. */
  readonly baseUrl: string;
  /** The first of `apiKeys`. */
  readonly apiKey: string;
  readonly apiKeys: readonly string[];
  /** Order ids by the names that the scenario gives them. */
  readonly handles: Handles;

  constructor(call: Caller, view: OpenedEnvironmentView) {
    super(call, view.name);
    this.baseUrl = view.baseUrl;
    this.apiKeys = view.apiKeys;
    this.apiKey = view.apiKeys[0] ?? '';
    this.handles = view.handles;
  }

  /** The order id behind a handle. Throws a RangeError that names the handles there are. */
  handle(name: string): bigint {
    const id = this.handles[name];
    if (id === undefined)
      throw new RangeError(`no handle "${name}" in ${this.name}: ${Object.keys(this.handles).join(', ')}`);
    return id;
  }

  /** Deletes the environment; one that is gone already is no error. */
  async [Symbol.asyncDispose](): Promise<void> {
    try {
      await this.delete();
    } catch (error) {
      if (error instanceof ControlApiError && error.code === 'environment_not_found') return;
      throw error;
    }
  }
}
