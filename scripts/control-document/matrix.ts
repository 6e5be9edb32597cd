import { json, s } from './schema.ts';
import type { Section } from './section.ts';

export const matrix: Section = {
  tag: 'matrix',
  schemas: {
    MatrixProgress: s.says('How far a matrix is.', {
      ...s.object({
        ended: s.says('The number of runs that have ended.', s.integer),
        planned: s.says('The number of runs so far planned. It grows when a run relies on more.', s.integer),
        failing: s.says('The number of cells that failed.', s.integer),
        'estimate?': s.says(
          'How many runs there will be, known when the baseline has passed.',
          s.object({
            ifAllPass: s.says('If your tests pass in all of them.', s.integer),
          }),
        ),
      }),
      example: { ended: 0, planned: 3, failing: 0 },
    }),
    MatrixRun: s.says(
      'A run, and what is different in it. A run of the baseline has neither gaps nor faults.',
      {
        ...s.object({
          run: s.integer,
          cell: s.says('The cell in words; `baseline` if nothing is different.', s.text),
          gaps: s.says('The gap choices, by gap key.', s.map(s.text)),
          faults: s.says('The ids of the faults.', s.list(s.text)),
        }),
        example: {
          run: 4,
          cell: 'cancelled-in-list=remove',
          gaps: { 'cancelled-in-list': 'remove' },
          faults: [],
        },
      },
    ),
  },
  operations: {
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
    'POST /matrix/plan': {
      id: 'planMatrix',
      summary: 'Begin a matrix',
      description:
        'Plans runs of your tests: first without a change, then with other choices for the gaps that they rely on, and with faults. Repeat `GET /matrix/next`, your tests, and `POST /matrix/result` until the response is 204. Choices of the scenario, of the settings and of your tests stay as they are. One matrix at a time; a second one is refused with 409.',
      example: { faults: false, command: ['npm', 'test'] },
      responses: { 201: json('The matrix was planned.', s.ref('MatrixProgress')) },
    },
    'GET /matrix/next': {
      id: 'getNextRun',
      summary: 'Begin the next run',
      description:
        'Imposes the next run on all environments and resets them. A run whose result was not sent is begun again.',
      responses: {
        200: json('The run that has begun. Run your tests now.', s.ref('MatrixRun')),
        204: { description: 'The matrix has ended. The environments are as before it, and reset.' },
      },
    },
    'POST /matrix/result': {
      id: 'endRun',
      summary: 'Send the outcome of the run',
      example: { run: 4, outcome: 'failed', tests: ['refund.test'] },
      bodyRequired: true,
      responses: { 200: json('The outcome was recorded.', s.ref('MatrixProgress')) },
    },
    'GET /matrix/report': {
      id: 'getMatrixReport',
      summary: 'Get the report of the matrix',
      description:
        'JSON as `docs/reference/matrix.schema.json` describes it, or Markdown if the request accepts `text/markdown`. Until the matrix has ended, the response is 409.',
      responses: {
        200: {
          description: 'The report.',
          content: {
            'application/json': { schema: { type: 'object' } },
            'text/markdown': { schema: s.text },
          },
        },
      },
    },
  },
};
