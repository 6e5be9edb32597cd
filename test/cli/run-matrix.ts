import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { matrixCommand } from '../../src/cli/matrix.ts';
import { newFolder } from '../support/new-folder.ts';
import { type Run, startHere } from './run-here.ts';

/** Runs `matrix` in this process, in a folder. */
export function matrix(
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Run> {
  return startHere(matrixCommand, args, { cwd, env }).ended;
}

/** Requests without a program to load, since a matrix starts a client many times, and some machines have only coreutils. */
const requests = `
url=\${STORE_ORDERS_BASE_URL%/v1}
request() {
  exec 3<>"/dev/tcp/127.0.0.1/\${url##*:}"
  printf '%s %s HTTP/1.1\\r\\nHost: x\\r\\nAuthorization: Bearer %s\\r\\nConnection: close\\r\\n\\r\\n' "$1" "/v1$2" "$STORE_ORDERS_API_KEY" >&3
  cat <&3
}
lists() {
  [[ $(request GET /store/orders) == *$1* ]]
}
`;

/** Creates a folder with a client in bash: `client.sh`. Its last command decides. */
export function clientFolder(lines: string): string {
  const folder = newFolder();
  writeFileSync(join(folder, 'client.sh'), requests + lines);
  return folder;
}

/** The command that runs the client. */
export const client = ['--', 'bash', 'client.sh'];

/** Relies on a cancelled order in the list. */
export const expectsCancelled = `
request DELETE /store/orders/48250918 >/dev/null
lists 48250918`;
