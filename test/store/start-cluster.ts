import { freePort, startValkey, type TestValkey } from './start-valkey.ts';

/** Three nodes with a third of the slots each, and the same number of replicas. */
export type TestCluster = AsyncDisposable & {
  readonly nodes: readonly TestValkey[];
  readonly replicas: readonly TestValkey[];
  /** The slot of an environment. */
  slotOf(environment: string): number;
  /** The node that has the slot of an environment at the start. */
  ownerOf(environment: string): TestValkey;
};

const ranges = [
  [0, 5_460],
  [5_461, 10_922],
  [10_923, 16_383],
] as const;

/** Starts a cluster, without replicas or with one for each node, which is promoted about a second after its primary ends. */
export async function startCluster(replicated: boolean, extra: readonly string[] = []): Promise<TestCluster> {
  const start = () => startNode(extra);
  const nodes = [await start(), await start(), await start()] as const;
  const replicas = replicated ? [await start(), await start(), await start()] : [];
  const [first, ...others] = [...nodes, ...replicas];
  nodes.forEach((node, at) => {
    node.command('CLUSTER', 'ADDSLOTSRANGE', ...(ranges[at] ?? []).map(String));
  });
  for (const { port, command } of others) {
    const bus = command('CONFIG', 'GET', 'cluster-port').trim().split('\n')[1];
    first?.command('CLUSTER', 'MEET', '127.0.0.1', `${port}`, `${bus}`);
  }
  for (const node of [...nodes, ...replicas]) await untilSays(node, ['CLUSTER', 'INFO'], 'cluster_state:ok');
  for (const [at, replica] of replicas.entries()) {
    replica.command('CLUSTER', 'REPLICATE', (nodes[at] ?? nodes[0]).command('CLUSTER', 'MYID').trim());
    await untilSays(replica, ['INFO', 'replication'], 'master_link_status:up');
  }
  const slotOf = (environment: string) =>
    Number(nodes[0].command('CLUSTER', 'KEYSLOT', `{${environment}}`).trim());
  return {
    nodes,
    replicas,
    slotOf,
    ownerOf: (environment) => {
      const slot = slotOf(environment);
      return nodes[ranges.findIndex(([, last]) => slot <= last)] ?? nodes[0];
    },
    [Symbol.asyncDispose]: async () => {
      for (const node of [...nodes, ...replicas]) await node[Symbol.asyncDispose]();
    },
  };
}

/** Asks a server until its answer contains a text. The time-out of the test is the limit. */
export async function untilSays(
  { command }: Pick<TestValkey, 'command'>,
  question: readonly string[],
  text: string,
): Promise<void> {
  while (!command(...question).includes(text)) await new Promise((resolve) => setTimeout(resolve, 50));
}

async function startNode(extra: readonly string[]): Promise<TestValkey> {
  const quick = ['--cluster-node-timeout', '1000', '--repl-diskless-sync-delay', '0'];
  return startValkey([
    '--cluster-enabled',
    'yes',
    '--cluster-port',
    `${await freePort()}`,
    ...quick,
    ...extra,
  ]);
}
