/** What bounds each collection of a running process that starts empty, by its file in `src`: what it holds, and the bound. */
export const boundedCollections: Readonly<Record<string, readonly [holds: string, bound: string]>> = {
  'faults/fault-schema.ts': [
    'fields of the kinds of faults',
    'the kinds; the ids of a list are checked in a call',
  ],
  'faults/faults.ts': ['faults of an environment', '1,000'],
  'faults/flat-fields.ts': [
    'fields of the kinds of faults',
    'the kinds; the ids of a list are checked in a call',
  ],
  'http/client-errors.ts': [
    'what is known of a connection',
    '10,000 connections, one for each 32 KiB of the heap; ends with it',
  ],
  'http/drain.ts': ['connections and their last response', '10,000 connections for each port; end with them'],
  'http/paced-connections.ts': [
    'what is known of a connection',
    '10,000 connections, one for each 32 KiB of the heap; ends with it',
  ],
  'http/request-turns.ts': [
    'requests that wait for their turn, connections to read on',
    'heads: 16 MiB, a sixteenth of the heap; 10,000 connections',
  ],
  'secrets/layers.ts': ['places in a text that is decoded', 'the text; end with their call'],
  'secrets/search.ts': [
    'the secrets to look for, texts that were searched',
    'the keys and the layers of a text; end with it',
  ],
  'secrets/secrets.ts': [
    'the secrets to look for, texts that were searched',
    'the keys and the layers of a text; end with it',
  ],
  'simulator/capsule/take-capsule.ts': ['no keys', 'stays empty'],
  'simulator/control-api/console/changes.ts': [
    'exchanges and changed parts until the next message',
    '1,200 exchanges in a second, the environments',
  ],
  'simulator/control-api/console/events.ts': ['streams of events', '100'],
  'simulator/control-api/console/sessions.ts': ['sessions of the console', '100'],
  'simulator/control-api/metrics.ts': ['the registry of metrics of a simulator', 'ends with it'],
  'simulator/control-api/named-scenarios.ts': ['scenarios that were resolved', '200'],
  'simulator/environment/api-keys.ts': [
    'a name for each key, also for revoked ones',
    '10,000 for each state',
  ],
  'simulator/environment/byte-budget.ts': [
    'accounts of lists and journals',
    'the environments; they end with their owners',
  ],
  'simulator/environment/coverage/coverage.ts': [
    'names of what clients met',
    '1,000 of each group, for each environment and the process',
  ],
  'simulator/environment/gates/gates.ts': [
    'requests that are held, time-outs of holds',
    'the open requests of the process, 60 s; 1,000 for each environment',
  ],
  'simulator/environment/journal/ring.ts': ['exchanges', '`journalSize`, and the bytes of the journal'],
  'simulator/environment/journal/show-exchange.ts': ['owners of keys', 'end with their call'],
  'simulator/environment/keyring.ts': [
    'keys of all environments, those that are gone included',
    'twice the keys that there are, and 100',
  ],
  'simulator/environment/list-lag.ts': ['cancels that the list still shows', 'the orders'],
  'simulator/environment/log/changes.ts': ['changes of a batch of steps', 'end with the batch; 512 steps'],
  'simulator/environment/log/environment-log.ts': [
    'steps that wait for the store, waits for other processes',
    'the open requests and waits of the process',
  ],
  'simulator/environment/log/pack.ts': ['initial states', 'the environments; they end with their owners'],
  'simulator/environment/log/key-lookup.ts': [
    'names for the next call of the store',
    'the open requests of the process',
  ],
  'simulator/environment/log/shared-keys.ts': [
    'the API keys of each environment',
    'twice as many environments as the store has keys of, and 100',
  ],
  'simulator/environment/log/stored-environments.ts': [
    'environments that were served, those that are read',
    'about twice the environments that there are; the open requests of the process',
  ],
  'simulator/environment/record/imposed-run.ts': ['states whose capsule was made', 'end with their states'],
  'simulator/environment/record/record-lines.ts': ['simulators of a record', 'ends with its call'],
  'simulator/environment/record/record-log.ts': ['records of a run of the matrix', '20,000 exchanges'],
  'simulator/environment/record/run-recorder.ts': [
    'states, gaps and faults of a run',
    'the names of environments, choices and faults of a run',
  ],
  'simulator/environment/snapshot.ts': ['no keys', 'stays empty'],
  'simulator/environment/environments.ts': ['times to live', 'the environments'],
  'simulator/environment/traffic.ts': [
    'counts by operation, status and reason',
    'the operations, statuses and reasons',
  ],
  'simulator/environment/watch.ts': [
    'waits for exchanges and for held requests',
    '1,000, 60 s each; the held requests',
  ],
  'simulator/orders/memory/memory-order-store.ts': ['orders that were changed', 'the orders'],
  'simulator/orders/memory/packed-orders.ts': ['segments, changed statuses', 'the orders'],
  'simulator/scenarios/handle-warnings.ts': ['what is checked in a scenario', 'end with their calls'],
  'simulator/scenarios/read-scenario-object.ts': ['what is checked in a scenario', 'end with their calls'],
  'simulator/scenarios/scenario-checks.ts': ['what is checked in a scenario', 'end with their calls'],
  'simulator/service/list/list-body.ts': ['lists by choices', '32 MiB of bytes; they end with their store'],
  'simulator/service/list/list-reliance.ts': ['gaps that decide the bytes of a list', 'ends with its store'],
  'simulator/watch-scenarios.ts': ['files that are watched', 'the scenarios of a folder'],
};
