import { Readable } from 'node:stream';
import type { CheckDeployment } from '../mcp/tools/check-deployment.ts';
import type { Variables } from '../options/setting-sources.ts';
import { readCheckFlags } from './read-check-flags.ts';

/**
 * Returns the check of the deployment that the user named. It only observes: a conversation can choose neither the address,
 * nor the key, nor the level.
 */
export function observeDeployment(
  url: string,
  apiKeyEnv: string | undefined,
  env: Variables,
): CheckDeployment {
  return async ({ showGaps, signal }) => {
    const { checkContract } = await import('../check/check-contract.ts');
    const flags = { level: 'observe', ...(apiKeyEnv !== undefined && { apiKeyEnv }) } as const;
    // The key is in a variable: stdin belongs to the protocol.
    const options = await readCheckFlags(url, flags, { env, stdin: Readable.from([]) });
    return checkContract({ ...options, showGaps, signal });
  };
}
