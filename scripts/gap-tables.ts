import type { Gap } from '../src/simulator/environment/gaps/gap.ts';
import { hasParameter } from '../src/simulator/environment/gaps/read-choice.ts';

/** The Markdown table of some gaps: one row each, every answer with what it means, and an anchor with the gap's key. */
export function gapTable(gaps: readonly Gap[]): string {
  const head = ['| Gap | Question | Choices | Drawn by `vary` | Why this default |', '|---|---|---|---|---|'];
  return [...head, ...gaps.map(gapRow)].join('\n');
}

function gapRow(gap: Gap): string {
  const question = `${gap.question}<br>Part ${gap.spec}.`;
  const answers = Object.entries(gap.choices).map(([name, meaning]) => answerCell(gap, name, meaning));
  const key = `<a id="${gap.key}"></a>${code(gap.key)}`;
  return `| ${[key, question, answers.join('<br>'), drawnCell(gap), gap.why].map(escapeCell).join(' | ')} |`;
}

function answerCell(gap: Gap, name: string, meaning: string): string {
  const marks = [
    ...(name === gap.default ? ['**default**'] : []),
    ...(name === gap.typical ? ['**typical**'] : []),
    ...(gap.breaks?.[name] === undefined ? [] : [`breaks ${gap.breaks[name]}`]),
  ];
  return `${code(name)}${marks.length === 0 ? '' : ` (${marks.join(', ')})`}: ${meaning}`;
}

function drawnCell(gap: Gap): string {
  const names = Object.keys(gap.choices);
  const drawn = gap.drawn ?? names.filter((name) => !hasParameter(name));
  if (drawn.length === 1) return 'no';
  const which = drawn.length === names.length && gap.drawn === undefined ? 'all' : drawn.map(code).join(', ');
  return `${which}; ${gap.scope === 'wire' ? 'each request' : 'each reset'}`;
}

function code(name: string): string {
  return `\`${name}\``;
}

/** A bar would end the cell of a table. */
export function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|');
}
