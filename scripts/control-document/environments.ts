import { type Fields, json, s } from './schema.ts';
import type { Section } from './section.ts';

const address: Fields = {
  name: s.text,
  path: s.says(
    'The path of the base address. A client that knows the address of the service puts it before.',
    s.text,
  ),
  'baseUrl?': s.says(
    'The base address for the client that sent this request: SIM_PUBLIC_URL and the path, or the host of the request, the port of the service and the path. Omitted if the port of the service is not known.',
    { type: 'string', format: 'uri' },
  ),
  'baseUrlHint?': s.says(
    'Why the base address is omitted, or what it assumes. Omitted if it is certain.',
    s.text,
  ),
};
const view: Fields = {
  ...address,
  scenario: s.text,
  seed: s.integer,
  profile: s.ref('ProfileName'),
  handles: s.ref('Handles'),
  orders: s.says(
    'The number of orders by status.',
    s.object({ pending: s.integer, shipped: s.integer, cancelled: s.integer }),
  ),
  clock: s.ref('ClockView'),
  'expiresAt?': s.says(
    "When the environment is deleted, on the machine's clock. Only if it has a time to live.",
    s.dateTime,
  ),
};

const scenarioFile = {
  description: 'A scenario file.',
  content: {
    'application/yaml': { schema: s.text, example: 'orders:\n  - { id: 48210013, petId: 7041 }\n' },
    'application/json': { schema: s.ref('InlineScenario') },
  },
};

export const environments: Section = {
  tag: 'environments',
  schemas: {
    Handles: s.says('The order ids of a scenario by name.', s.map(s.int64)),
    ScenarioSummary: s.says(
      'A named scenario.',
      s.object({
        name: s.text,
        source: s.choice('built-in', 'folder'),
        'description?': s.text,
        'handles?': s.ref('Handles'),
        'problems?': s.says('The reasons why the file cannot be read.', s.list(s.text)),
      }),
    ),
    InlineScenario: s.says('A scenario. `scenarios/scenario.schema.json` is its schema.', { type: 'object' }),
    ScenarioChoice: s.says(
      'The name of a scenario, or an inline scenario. Defaults to the scenario that the simulator was started with.',
      { oneOf: [s.text, s.ref('InlineScenario')] },
    ),
    EnvironmentView: s.says('An environment.', s.object(view)),
    EnvironmentAddress: s.says('The address of an environment.', s.object(address)),
    OpenedEnvironmentView: s.says(
      'An environment that was just created, with its API keys.',
      s.object({ ...view, apiKeys: s.list(s.ref('ApiKey')) }),
    ),
  },
  operations: {
    'GET /scenarios': {
      id: 'listScenarios',
      summary: 'List the named scenarios',
      description:
        'Built-in scenarios, and those of the `--scenarios` folder. A scenario of the folder overrides the built-in one of the same name.',
      responses: {
        200: json(
          'The scenarios, sorted by name. A file that cannot be read is listed with its problems.',
          s.object({ scenarios: s.list(s.ref('ScenarioSummary')) }),
          {
            scenarios: [
              {
                name: 'pending',
                source: 'built-in',
                description: 'One pending order, and nothing else',
                handles: { pending: 48210013, missing: 48210999 },
              },
            ],
          },
        ),
      },
    },
    'GET /scenarios/{scenario}': {
      id: 'getScenario',
      summary: 'Get a scenario as a file',
      description:
        'Generated orders are written out, drawn with the seed that the simulator was started with.',
      responses: {
        200: scenarioFile,
      },
    },
    'GET /environments': {
      id: 'listEnvironments',
      summary: 'List the environments',
      responses: {
        200: json(
          'Every environment of this process, oldest first. Production and staging always exist.',
          s.object({
            replica: s.says(
              'The name of the process that responded (`--replica`), where several run behind one address.',
              s.text,
            ),
            environments: s.list(s.ref('EnvironmentView')),
          }),
        ),
      },
    },
    'GET /environments/{environment}': {
      id: 'getEnvironment',
      summary: 'Get an environment',
      responses: { 200: json('The environment.', s.ref('EnvironmentView')) },
    },
    'PUT /environments/{environment}': {
      id: 'putEnvironment',
      summary: 'Create or replace an environment',
      description:
        'A new environment accepts requests at `/{environment}/v1` immediately. Omitted fields default to the settings of the simulator. Omitted API keys are generated at random, except that production and staging keep their first keys. A YAML body is the scenario alone. Up to 10,000 environments can exist at the same time.',
      body: 'EnvironmentRequest',
      example: { scenario: 'shipped', ttl: '10m' },
      yaml: 'orders:\n  - id: 9007199254740993\n',
      responses: {
        200: json('The environment was replaced.', s.ref('OpenedEnvironmentView')),
        201: json('The environment was created.', s.ref('OpenedEnvironmentView'), {
          name: 'cart-tests',
          path: '/cart-tests/v1',
          baseUrl: 'http://127.0.0.1:4010/cart-tests/v1',
          scenario: 'shipped',
          seed: 1,
          profile: 'least-promise',
          handles: { shipped: 48220031, missing: 48220999 },
          orders: { pending: 0, shipped: 1, cancelled: 0 },
          clock: { now: '2026-01-20T10:00:00Z', frozen: false },
          expiresAt: '2026-01-20T10:10:00Z',
          apiKeys: ['5f2c5f0b7c7c4a3f9a4d0f4e6f1b2a3c'],
        }),
      },
    },
    'DELETE /environments/{environment}': {
      id: 'deleteEnvironment',
      summary: 'Delete an environment',
      description: 'Production and staging cannot be deleted; the response is 409.',
      responses: {
        200: json('The environment was deleted.', s.object({ deleted: s.text }), { deleted: 'cart-tests' }),
      },
    },
    'PUT /environments/{environment}/scenario': {
      id: 'loadScenario',
      summary: 'Load a scenario, by name or inline',
      description: 'The new state replaces the old one atomically. No request sees a mix of both.',
      example: { scenario: 'shipped' },
      yaml: 'orders:\n  - { id: 7, status: shipped }\n',
      responses: { 200: json('The environment.', s.ref('EnvironmentView')) },
    },
    'POST /environments/{environment}/reset': {
      id: 'resetEnvironment',
      summary: 'Reset an environment to its scenario',
      description:
        'Resets orders, keys, clock, gap choices, faults, holds, the random source and the journal.',
      responses: { 200: json('The environment.', s.ref('EnvironmentView')) },
    },
    'GET /environments/{environment}/snapshot': {
      id: 'getSnapshot',
      summary: 'Get the current state as a scenario file',
      description:
        'After the file is loaded again, the list of orders has the same bytes. API keys and the journal are not included.',
      responses: {
        200: scenarioFile,
      },
    },
  },
};
