import { spawnSync } from 'node:child_process';

/** Whether this machine has curl, which the commands of the docs call. Without it those tests are skipped. */
export const hasCurl = spawnSync('curl', ['--version']).status === 0;
