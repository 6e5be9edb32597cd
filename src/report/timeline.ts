export type Bar = {
  /** Who did it. Bars of one lane are drawn in one row. */
  readonly lane: string;
  /** In milliseconds. */
  readonly begin: number;
  /** Undefined if it is open. */
  readonly end: number | undefined;
  readonly label: string;
  /** Whether it contradicts the bars before it. */
  readonly isMarked?: boolean;
};

export type Timeline = readonly Bar[];

const columns = 32;

/** Draws a timeline as text, one bar in a line. Equal distances stand for any time: only the order of begins and ends counts. */
export function timelineLines(timeline: Timeline): readonly string[] {
  const places = placesOf(timeline);
  const last = places.size - 1;
  const at = (time: number): number => Math.round(((places.get(time) ?? 0) / last) * (columns - 1));
  const names = Math.max(...timeline.map(({ lane }) => lane.length));
  return timeline.map(({ lane, begin, end, label, isMarked }) => {
    const [from, to] = [at(begin), end === undefined ? columns - 1 : at(end)];
    const [left, line = '', open, right] = isMarked ? '┣━╍┫' : '├─╌┤';
    const bar = `${left}${line.repeat(Math.max(0, to - from - 1))}${end === undefined ? open : right}`;
    return `${lane.padEnd(names)}  ${(' '.repeat(from) + bar).padEnd(columns)}  ${label}`;
  });
}

function placesOf(timeline: Timeline): ReadonlyMap<number, number> {
  const times = timeline.flatMap(({ begin, end }) => [begin, end ?? begin]);
  const last = Math.max(...times);
  const open = timeline.some(({ end }) => end === undefined) ? [last + 1] : [];
  const distinct = [...new Set([...times, ...open])].sort((one, other) => one - other);
  return new Map(distinct.map((time, place) => [time, place]));
}
