import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { UserError } from '../user-error.ts';
import { packageRoot } from '../version.ts';

/** The command `archive`: writes the program of the image and its Node.js to stdout, as a tar archive of one folder. */
export function archiveCommand(root = fileURLToPath(packageRoot)): Command {
  return new Command('archive')
    .addHelpText(
      'after',
      '\nExample:\n  docker run --rm store-orders-sim archive | tar x     write ./store-orders-sim/store-orders-sim, which needs no Docker',
    )
    .action(async () => {
      if (!existsSync(`${root}/node`))
        throw new UserError({
          what: 'only the image has an archive of itself',
          hint: 'run: docker run --rm IMAGE archive | tar x',
        });
      const tar = ['-chC', root, '--exclude=./cache', '--transform=s,^\\.,store-orders-sim,', '.'];
      const [code] = await once(spawn('tar', tar, { stdio: 'inherit' }), 'close');
      process.exitCode = code ?? 1;
    });
}
