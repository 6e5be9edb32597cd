import { nodeProjects } from './node-projects.ts';
import { type Project, python } from './project.ts';

/** Every project in `examples/` that is run. */
export const projects: readonly Project[] = [
  {
    name: 'pytest',
    tools: [[python, '-m', 'pytest', '--version']],
    needs: 'Python 3.9 with pytest (Debian: python3-pytest)',
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
        what: 'does not retry',
        from: 'attempts: int = 3',
        to: 'attempts: int = 1',
        fails: ['test_retries_if_the_connection_breaks_before_the_cancel'],
      },
      {
        what: 'retries once too often',
        from: 'if attempt > 1:',
        to: 'if attempt == 2:\n                continue\n            if attempt > 2:',
        fails: ['test_promises_nothing_if_the_response_to_the_cancel_is_lost'],
      },
      {
        what: 'ignores a 401',
        from: 'status == 401',
        to: 'status == 499',
        fails: ['test_reports_an_invalid_key'],
      },
      {
        what: 'rounds ids',
        from: 'json.loads(body)',
        to: 'json.loads(body, parse_int=lambda text: int(float(text)))',
        fails: ['test_lists_ids_beyond_2_to_the_53'],
      },
    ],
  },
  {
    name: 'go',
    tools: [['go', 'version']],
    needs: 'Go 1.19 (Debian: golang-go)',
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
        what: 'does not retry',
        from: 'attempts = 3',
        to: 'attempts = 1',
        fails: ['TestRetriesIfTheConnectionBreaksBeforeTheCancel'],
      },
      {
        what: 'retries once too often',
        from: 'case attempt > 1:',
        to: 'case attempt == 2:\n\t\t\tcontinue\n\t\tcase attempt > 2:',
        fails: ['TestPromisesNothingIfTheResponseToTheCancelIsLost'],
      },
      {
        what: 'ignores a 401',
        from: 'response.StatusCode == http.StatusUnauthorized',
        to: 'response.StatusCode == 499',
        fails: ['TestReportsAnInvalidKey'],
      },
    ],
  },
  {
    name: 'junit5',
    tools: [
      ['javac', '--version'],
      ['test', '-e', '/usr/share/java/junit-platform-console-standalone.jar'],
    ],
    needs: 'a JDK 17 and JUnit 5 (Debian: default-jdk-headless junit5)',
    command: ['./test.sh'],
    passed: /7 tests successful/,
    failed: /^ {2}JUnit Jupiter:\w+:(\w+)\(\)$/gm,
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
        what: 'does not retry',
        from: 'ATTEMPTS = 3',
        to: 'ATTEMPTS = 1',
        fails: ['retriesIfTheConnectionBreaksBeforeTheCancel'],
      },
      {
        what: 'retries once too often',
        from: 'if (attempt > 1)',
        to: 'if (attempt == 2) continue; if (attempt > 2)',
        fails: ['promisesNothingIfTheResponseToTheCancelIsLost'],
      },
      {
        what: 'ignores a 401',
        from: 'statusCode() == 401',
        to: 'statusCode() == 499',
        fails: ['reportsAnInvalidKey'],
      },
      {
        what: 'rounds ids',
        from: '(Long) ((Map<?, ?>) order).get("id")',
        to: '(long) (double) (Long) ((Map<?, ?>) order).get("id")',
        fails: ['listsIdsBeyond2ToThe53'],
      },
    ],
  },
  ...nodeProjects,
];
