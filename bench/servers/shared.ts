import { type ServerProcess, startServer } from '../server-process.ts';
import { control, product } from './product.ts';
import type { StoreProcess } from './store.ts';

/** Starts processes that share environments, which no others of the store share. */
export async function startShared(
  store: StoreProcess,
  prefix: string,
  scenario: string,
  count = 1,
): Promise<AsyncDisposable & { readonly all: readonly ServerProcess[] }> {
  const stack = new AsyncDisposableStack();
  const all: ServerProcess[] = [];
  // The first creates production.
  for (let at = 0; at < count; at++)
    all.push(stack.use(await startServer(product(scenario, '--store', `${store.url}?prefix=${prefix}`))));
  return { all, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

/** Creates an environment. Returns what authorizes its clients. */
export async function createEnvironment(
  server: ServerProcess | undefined,
  name: string,
  scenario: unknown = 'mixed',
): Promise<string> {
  const body = { scenario, apiKeys: [`key-of-${name}`] };
  await control(server?.said ?? '', 'PUT', `/environments/${name}`, body);
  return `Bearer key-of-${name}`;
}
