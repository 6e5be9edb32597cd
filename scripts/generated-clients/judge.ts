import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { argv, env } from 'node:process';

/**
 * The test command of the matrix over a generated client: `judge.ts OTHERS DOCUMENT CLIENT…` runs the client once with a careful
 * caller and fails if the client does not read what the service sends, or reports a cancel otherwise than it happened. It states
 * only what the specification promises: each failure is due to the client.
 */
const [, , others = '[]', document = '', program = '', ...args] = argv;
const {
  STORE_ORDERS_BASE_URL: baseUrl = '',
  STORE_ORDERS_API_KEY: apiKey = '',
  STORE_ORDERS_CONTROL_URL: controlUrl,
  STORE_ORDERS_CONTROL_TOKEN: token,
  STORE_ORDERS_RUN_FOLDER: folder,
} = env;
const attempts = 3;
const asked = [baseUrl, apiKey, others, document, `${attempts}`];
const { stdout, stderr } = spawnSync(program, [...args, ...asked], { encoding: 'utf8' });
const line = stdout.trimEnd().split('\n').at(-1) ?? '';
if (!line.startsWith('{')) throw new Error(`${program} reports nothing: ${stderr}`);
const seen: Readonly<Record<string, string>> = JSON.parse(line);

/** How often an exchange of the client cancelled the order that it should cancel. */
async function cancels(): Promise<'once' | 'never'> {
  const route = `${controlUrl}/environments/production/journal/verify`;
  const response = await fetch(route, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ checks: [{ check: 'cancelled', orderId: 1001, times: 1 }] }),
  });
  const verified: unknown = await response.json();
  return isPassed(verified) ? 'once' : 'never';
}

function isPassed(verified: unknown): boolean {
  return (
    typeof verified === 'object' && verified !== null && 'passed' in verified && verified.passed === true
  );
}

/** What a step may report. A client whose key was revoked is refused from then on. */
const isRevoked = seen.cancel === 'throws 401';
const refused = isRevoked ? ['throws 401'] : [];
const cancelled = ['204', 'unclear'];
const allowed: Readonly<Record<string, readonly string[]>> = {
  cancel: (await cancels()) === 'once' ? cancelled : ['throws 404', 'throws 409', 'throws 401', 'unclear'],
  'cancel 1002': ['throws 409', 'unclear', ...refused],
  'cancel 9999': ['throws 404', 'unclear', ...refused],
  'list again': ['read', ...refused],
  'wrong key': ['throws 401'],
};
const ids = seen.list?.split(' ').map((order) => order.split('×')[0]) ?? [];
const failures = Object.entries(allowed).flatMap(([step, reports]) =>
  reports.includes(seen[step] ?? '') ? [] : [`${step}: ${seen[step]}`],
);
if (!['1001', '1002'].every((id) => ids.includes(id))) failures.unshift(`list: ${seen.list}`);
const attribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const cases = failures.map((name) => `<testcase name="${attribute(name)}"><failure/></testcase>`);
writeFileSync(`${folder}/results.xml`, `<testsuite>${cases.join('')}</testsuite>`);
process.exitCode = failures.length > 0 ? 1 : 0;
