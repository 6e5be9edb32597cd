import type { Finding } from '../../../src/contract/report.ts';

/** The rule and the place of a finding: `R08 /0/quantity`. */
export function placeOf({ rule, where }: Pick<Finding, 'rule' | 'where'>): string {
  return where === undefined ? rule : `${rule} ${where || 'root'}`;
}

export function sentenceOf({ rule, expected, got }: Finding): string {
  return `${rule}: expected ${expected}, got ${got}`;
}

/** The first sentence of each kind: those that differ only in numbers, or in texts in quotes, are of one kind. */
export function oneOfEachKind(sentences: readonly string[]): readonly string[] {
  const kinds = new Map<string, string>();
  for (const sentence of sentences) {
    const kind = kindOf(sentence);
    if (!kinds.has(kind)) kinds.set(kind, sentence);
  }
  return [...kinds.values()].sort();
}

function kindOf(sentence: string): string {
  return sentence
    .replace(/( at byte| not tested:|[,:]? HTTP\/1\.1|[[{]).*/s, '$1')
    .replace(/`[^`]*`|"(?:[^"\\]|\\.)*"|\([A-Z]+\b[^)]*\)|(?:http:|\?)\S+/g, '"…"')
    .replace(/(?<=expected 401 )with(?:out)? [^,]+/, '…')
    .replace(/(?<!^R\d?)-?\d+(?:, \d+)*(?: and \d+ more)?/g, 'N');
}
