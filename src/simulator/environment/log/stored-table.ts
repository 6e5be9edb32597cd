/** The client of the store, without its types: those of the package that users install name no other package. */
export type StoreClient = {
  call(command: string, ...args: readonly string[]): Promise<unknown>;
  disconnect(reconnect?: boolean): void;
};

/** A small table of texts that all processes see. */
export type StoredTable = {
  all(): Promise<ReadonlyMap<string, string>>;
  add(key: string, value: string): Promise<unknown>;
  /** Does nothing if the key was deleted. */
  replace(key: string, value: string): Promise<unknown>;
  delete(key: string): Promise<unknown>;
};

const replaceRow = `if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1 then redis.call('HSET', KEYS[1], ARGV[1], ARGV[2]) end`;

/** Returns a table of the store. `at`: its key there. */
export function openTable(at: string, call: StoreClient['call']): StoredTable {
  return {
    all: async () => {
      const flat = (await call('HGETALL', at)) as readonly string[];
      return new Map(flat.flatMap((key, i) => (i % 2 === 0 ? [[key, flat[i + 1] ?? ''] as const] : [])));
    },
    add: (key, value) => call('HSET', at, key, value),
    replace: (key, value) => call('EVAL', replaceRow, '1', at, key, value),
    delete: (key) => call('HDEL', at, key),
  };
}
