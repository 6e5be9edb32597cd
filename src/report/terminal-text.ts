import { styleText } from 'node:util';

/** The colours of reports on a terminal. */
export type Colour = 'red' | 'yellow' | 'green' | 'gray' | 'bold';

export type Paint = (style: Colour | readonly Colour[], text: string) => string;

/** Returns a paint that adds escape sequences, or one that changes nothing. */
export function createPaint(colour: boolean): Paint {
  return (style, text) => (colour ? styleText([style].flat(), text, { validateStream: false }) : text);
}

/** Returns an empty line, a heading and the lines; nothing if there are no lines. */
export function section(heading: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', heading, ...lines];
}
