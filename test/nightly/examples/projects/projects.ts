import { nodeProjects } from './node-projects.ts';
import type { Project } from './project.ts';

/** Every project in `examples/` that is run. */
export const projects: readonly Project[] = [
  {
    name: 'pytest',
    module: 'python',
    install: [
      ['python3', '-m', 'venv', '.venv'],
      ['.venv/bin/pip', 'install', '--quiet', '--disable-pip-version-check', '-r', 'requirements.txt'],
    ],
    command: ['python3', '-m', 'pytest'],
    passed: /7 passed/,
    failed: /^FAILED \S+::(\w+)/gm,
    client: 'store_orders.py',
    plants: [
      {
        what: 'takes a 409 for a success',
        from: 'status == 204',
        to: 'status in (204, 409)',
        fails: [
          'test_loses_the_race_against_shipping',
          'test_promises_nothing_if_the_response_to_the_cancel_is_lost',
          'test_reports_a_shipped_and_a_missing_order',
        ],
      },
      {
        what: 'retries once too often',
        from: 'if attempt > 1:',
        to: 'if attempt == 2:\n                continue\n            if attempt > 2:',
        fails: ['test_promises_nothing_if_the_response_to_the_cancel_is_lost'],
      },
    ],
  },
  {
    name: 'go',
    module: 'go',
    command: ['go', 'test', '-count=1', './...'],
    passed: /^ok {2}\texample\.com\/orders\t/m,
    failed: /^--- FAIL: (\w+)/gm,
    client: 'orders.go',
    plants: [
      {
        what: 'takes a 409 for a success',
        from: 'status == http.StatusNoContent',
        to: 'status == http.StatusNoContent || status == http.StatusConflict',
        fails: [
          'TestLosesTheRaceAgainstShipping',
          'TestPromisesNothingIfTheResponseToTheCancelIsLost',
          'TestReportsAShippedAndAMissingOrder',
        ],
      },
      {
        what: 'retries once too often',
        from: 'case attempt > 1:',
        to: 'case attempt == 2:\n\t\t\tcontinue\n\t\tcase attempt > 2:',
        fails: ['TestPromisesNothingIfTheResponseToTheCancelIsLost'],
      },
    ],
  },
  {
    name: 'junit5',
    module: 'java',
    install: [
      [
        'mvn',
        '--batch-mode',
        '--quiet',
        '-f',
        '../../modules/java',
        'install',
        '-DskipTests',
        '-Dmaven.javadoc.skip',
      ],
    ],
    command: ['mvn', 'test'],
    passed: /Tests run: 7, Failures: 0, Errors: 0, Skipped: 0/,
    failed: / {2}StoreOrdersTest\.(\w+):\d+/g,
    client: 'src/main/java/orders/StoreOrders.java',
    plants: [
      {
        what: 'takes a 409 for a success',
        from: 'status == 204',
        to: 'status == 204 || status == 409',
        fails: [
          'losesTheRaceAgainstShipping',
          'promisesNothingIfTheResponseToTheCancelIsLost',
          'reportsAShippedAndAMissingOrder',
        ],
      },
      {
        what: 'retries once too often',
        from: 'if (attempt > 1)',
        to: 'if (attempt == 2) continue; if (attempt > 2)',
        fails: ['promisesNothingIfTheResponseToTheCancelIsLost'],
      },
    ],
  },
  ...nodeProjects,
];
