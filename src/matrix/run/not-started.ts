import { quote } from '../../report/shell-words.ts';
import { codeOf, UserError } from '../../user-error.ts';

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'was not found',
  EACCES: 'is not executable',
  EPERM: 'is not executable',
  ENOTDIR: 'was not found: a part of its path is a file',
  EISDIR: 'is a folder',
  ENOEXEC: 'is not a program',
  E2BIG: 'has too long arguments',
  EAGAIN: 'cannot start: too many processes',
  EMFILE: 'cannot start: too many open files',
  ENFILE: 'cannot start: too many open files',
  ENOMEM: 'cannot start: not enough memory',
  EINVAL: 'cannot start: it has an invalid argument, or is a batch file',
};

/** Returns the UserError, with exit code 3, for a command that the system could not start. */
export function notStarted(argv: readonly string[], error: unknown): UserError {
  const code = codeOf(error) ?? '';
  const reason = reasons[code] ?? `cannot start (${error instanceof Error ? error.message : String(error)})`;
  const [file = ''] = argv;
  const what = `${JSON.stringify(file)} ${reason}${code === '' ? '' : ` (${code})`}`;
  return new UserError({ where: 'COMMAND', what, hint: hintFor(argv, code) }, 3);
}

function hintFor(argv: readonly string[], code: string): string {
  const [file = ''] = argv;
  const line = argv.join(' ');
  // A shell reads words, pipes, variables and redirections; here, each argument is one word.
  if (argv.length === 1 && /\s/.test(file))
    return `no shell reads it: write -- ${file}, or ${shellLine(file)}`;
  if (/[|&;<>$`]|^[A-Z_]+=/.test(line)) return `no shell reads it: write ${shellLine(line)}`;
  if (code === 'EACCES' || code === 'EPERM') return `try chmod +x ${file}, or name its interpreter before it`;
  if (code === 'EINVAL') return `on Windows, write -- cmd /c ${line}`;
  if (['EAGAIN', 'EMFILE', 'ENFILE', 'ENOMEM'].includes(code)) return 'try a lower --jobs';
  return 'give the program after --, as in: -- npm test';
}

function shellLine(line: string): string {
  return `-- sh -c ${quote(line)}`;
}
