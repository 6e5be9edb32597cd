import { controlErrors } from '../../src/http/control-response.ts';
import { coverageGroups } from '../../src/simulator/environment/coverage.ts';
import { durationPattern } from '../../src/text/duration.ts';
import { json, s } from './schema.ts';
import type { Section } from './section.ts';

const documents = s.list(s.object({ name: s.text, path: s.text }));

export const simulator: Section = {
  tag: 'simulator',
  schemas: {
    ErrorBody: s.says(
      'The body of a refusal.',
      s.object({
        code: s.choice(...Object.keys(controlErrors)),
        message: s.text,
        status: s.integer,
      }),
    ),
    SettingView: s.says(
      'A setting.',
      s.object({
        key: s.says('The name of the option in `startSimulator`.', s.text),
        flag: s.text,
        variable: s.text,
        value: s.says(
          'The value as a text; `(secret)` for a secret that was set; what an unset setting means, in parentheses.',
          s.text,
        ),
        source: s.says('A flag, a variable, `option` in a program, or `default`.', s.text),
        description: s.text,
      }),
    ),
    CoverageCounts: s.says('How many exchanges met each point, by its name.', s.map(s.integer)),
    CoverageView: s.says(
      'What the tests of a client met, and a sentence for each point that they did not meet.',
      s.object({
        outcomes: s.says('By operation and status: `cancelOrder 409`.', s.ref('CoverageCounts')),
        ids: s.says('Order ids of cancels, by class.', s.ref('CoverageCounts')),
        percent: s.says(
          'How much of each group was met.',
          s.object(Object.fromEntries(coverageGroups.map((group) => [group, s.integer]))),
        ),
        holes: s.list(
          s.object({
            group: s.choice(...coverageGroups),
            name: s.text,
            hole: s.says('A sentence with what provokes the point.', s.text),
          }),
        ),
      }),
    ),
    Probe: s.object({ status: s.choice('alive', 'ready') }),
    Duration: s.says('A whole number of milliseconds, seconds, minutes, hours or days, at most 365d.', {
      type: 'string',
      pattern: durationPattern,
      examples: ['500ms', '30s', '2m'],
    }),
  },
  operations: {
    'GET /': {
      id: 'getStart',
      summary: 'Get where to begin',
      description:
        'Where the client finds the service, and the documents. A browser gets the console. Contains no state and no secret.',
      responses: {
        200: {
          description:
            'The addresses of the service and the documents; the console if the request accepts text/html.',
          content: {
            'application/json': {
              schema: s.object({
                name: s.text,
                version: s.text,
                environments: s.says(
                  'Production and staging. With a token, `/environments` lists all.',
                  s.list(s.ref('EnvironmentAddress')),
                ),
                documents,
              }),
              example: {
                name: 'store-orders-sim',
                version: '0.1.0',
                environments: [{ name: 'production', path: '/v1', baseUrl: 'http://localhost:4010/v1' }],
                documents: [{ name: 'control', path: '/openapi/control.yaml' }],
              },
            },
            'text/html': { schema: s.text },
          },
        },
      },
    },
    'GET /settings': {
      id: 'getSettings',
      summary: 'Get the settings with their sources',
      description: 'Everything that the simulator was started with. No secret that was set is included.',
      responses: {
        200: json(
          'Every setting, in the order of `docs/reference/settings.md`.',
          s.object({ settings: s.list(s.ref('SettingView')) }),
          {
            settings: [
              {
                key: 'port',
                flag: '--port',
                variable: 'SIM_PORT',
                value: '4010',
                source: 'default',
                description: 'port of the service; 0 selects a free port',
              },
            ],
          },
        ),
      },
    },
    'GET /livez': {
      id: 'getLiveness',
      summary: 'Check that the process is alive',
      responses: { 200: json('The process is alive.', s.ref('Probe'), { status: 'alive' }) },
    },
    'GET /readyz': {
      id: 'getReadiness',
      summary: 'Check that the simulator accepts requests',
      responses: {
        200: json('Every socket listens, and the simulator is not stopping.', s.ref('Probe'), {
          status: 'ready',
        }),
      },
    },
    'GET /metrics': {
      id: 'getMetrics',
      summary: 'Get the metrics for Prometheus',
      description:
        'Requests by operation and status, a latency histogram, orders by status, environments, fired faults, exchanges dropped from journals, and metrics of the process.',
      responses: {
        200: {
          description: 'The metrics in the text format of Prometheus.',
          content: {
            'text/plain': {
              schema: s.text,
              example: 'store_orders_sim_requests_total{operation="listOrders",status="200"} 12\n',
            },
          },
        },
      },
    },
    'GET /coverage': {
      id: 'getCoverage',
      summary: 'Get what the tests met in all environments',
      description: 'Includes the environments that were deleted.',
      responses: { 200: json('What was met since the start, and what was not.', s.ref('CoverageView')) },
    },
    'GET /record': {
      id: 'getRecord',
      summary: 'Get the record of a run of `matrix`',
      description:
        'Every exchange of every environment since the start, also of deleted ones, with the gaps that it relied on and the faults that fired, and the choices that no cell could change. The simulator keeps it in memory if it was started with `--cell` (`SIM_CELL`) and without `--record`. It contains no API key. After 20,000 exchanges it keeps those with new reliance, and counts the others.',
      responses: {
        200: {
          description: 'The records in the order in which the exchanges ended, one JSON object on each line.',
          content: {
            'application/jsonl': {
              schema: s.text,
              example:
                '{"simulator":"5f0e3a9c1b2d","kind":"pinned","environment":"staging","gaps":{"etag":"on"}}\n',
            },
          },
        },
      },
    },
    'GET /openapi': {
      id: 'listDocuments',
      summary: 'List the OpenAPI documents and the schema of scenarios',
      responses: {
        200: json('The name and path of each document.', s.object({ documents }), {
          documents: [{ name: 'control', path: '/openapi/control.yaml' }],
        }),
      },
    },
    'GET /openapi/scenario.schema.json': {
      id: 'getScenarioSchema',
      summary: 'Get the JSON Schema of scenario files',
      description: 'For editors and validators.',
      responses: {
        200: {
          description: 'The schema as published in the package.',
          content: { 'application/schema+json': { schema: s.text } },
        },
      },
    },
    'GET /openapi/{document}.yaml': {
      id: 'getDocument',
      summary: 'Get an OpenAPI document',
      responses: {
        200: {
          description: 'The document as published in the package.',
          content: { 'application/yaml': { schema: s.text, example: 'openapi: 3.1.0' } },
        },
      },
    },
  },
};
