import { styleText } from 'node:util';

const styles = ['cyan', 'dim', 'green', 'red', 'yellow'] as const;

export type Paint = (style: (typeof styles)[number], text: string) => string;

/**
 * Creates a paint for a stream. It adds escape sequences only if the stream is a terminal with colours, or if FORCE_COLOR says
 * so, and not if NO_COLOR is set. They are looked up once, because the log paints every line.
 */
export function createPaint(stream: NodeJS.WriteStream): Paint {
  const around = styles.map((style) => styleText(style, '|', { stream }).split('|'));
  return (style, text) => {
    const [before = '', after = ''] = around[styles.indexOf(style)] ?? [];
    return before + text + after;
  };
}

export const plain: Paint = (_style, text) => text;
