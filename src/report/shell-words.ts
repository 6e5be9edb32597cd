/** Returns a text as one word of a POSIX shell, in single quotes. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Returns a text as one word of a POSIX shell, in quotes only if it needs them. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : quote(text);
}

/** Returns words as a command for a POSIX shell. */
export function shellCommand(words: readonly string[]): string {
  return words.map(shellWord).join(' ');
}
