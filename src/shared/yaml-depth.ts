const mostOpen = 1_000;
const openers = /(?:[-?] |[!&]\w* ){1000}/;

/**
 * Where a YAML text is bottomless at a glance, or undefined: the parser would refuse it as well, but a megabyte of
 * opening brackets keeps it busy for ten seconds. Brackets inside texts count; nobody leaves a thousand of those open.
 */
export function bottomlessAt(text: string): number | undefined {
  const run = openers.exec(text);
  if (run !== null) return run.index;
  let open = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 91 || code === 123) open += 1;
    else if ((code === 93 || code === 125) && open > 0) open -= 1;
    if (open > mostOpen) return at;
  }
  return undefined;
}
