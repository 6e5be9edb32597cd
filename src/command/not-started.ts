import { quote } from '../report/shell-words.ts';
import { codeOf, UserError } from '../user-error.ts';

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'was not found',
  EACCES: 'is not executable',
};

/** Returns the UserError, with exit code 3, for a command that the system could not start. */
export function notStarted(argv: readonly string[], error: unknown): UserError {
  const code = codeOf(error) ?? String(error);
  const [file = ''] = argv;
  const what = `${JSON.stringify(file)} ${reasons[code] ?? 'cannot start'} (${code})`;
  return new UserError({ where: 'COMMAND', what, hint: hintFor(argv, code) }, 3);
}

function hintFor(argv: readonly string[], code: string): string {
  const [file = ''] = argv;
  const line = argv.join(' ');
  // A shell reads words, pipes, variables and redirections; here, each argument is one word.
  if ((argv.length === 1 && /\s/.test(file)) || /[|&;<>$`]|^[A-Z_]+=/.test(line))
    return `no shell reads it: write -- sh -c ${quote(line)}`;
  if (code === 'EACCES') return `try chmod +x ${file}, or name its interpreter before it`;
  return 'give the program after --, as in: -- npm test';
}
