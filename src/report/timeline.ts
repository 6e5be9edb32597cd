import { type Markup, markup } from './markup.ts';

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

const [laneWidth, stepWidth, rowHeight] = [130, 110, 44];

/** Draws a timeline as SVG, without a script. The label of each bar is above it. */
export function timelineSvg(timeline: Timeline): Markup {
  const places = placesOf(timeline);
  const lanes = [...new Set(timeline.map(({ lane }) => lane))];
  const width = laneWidth + places.size * stepWidth;
  const x = (time: number): number => laneWidth + (places.get(time) ?? 0) * stepWidth;
  const names = lanes.map((lane, row) => markup`<text x="0" y="${row * rowHeight + 34}">${lane}</text>\n`);
  const bars = timeline.map(({ lane, begin, end, label, isMarked }) => {
    const top = lanes.indexOf(lane) * rowHeight;
    const length = (end === undefined ? width : x(end)) - x(begin);
    const open = end === undefined ? markup` stroke-dasharray="4"` : markup``;
    const tone = isMarked ? markup` class="contradiction"` : markup``;
    return markup`<rect${tone} x="${x(begin)}" y="${top + 22}" width="${length}" height="14"${open}/><text x="${x(begin)}" y="${top + 16}">${label}</text>\n`;
  });
  const title = timeline.map(({ lane, label }) => `${lane}: ${label}`).join('; ');
  return markup`<div class="scroll" tabindex="0" role="region" aria-label="Timeline"><svg class="timeline" role="img" aria-label="${title}" width="${width}" height="${lanes.length * rowHeight}" xmlns="http://www.w3.org/2000/svg">
${names}${bars}</svg></div>\n`;
}

function placesOf(timeline: Timeline): ReadonlyMap<number, number> {
  const times = timeline.flatMap(({ begin, end }) => [begin, end ?? begin]);
  const last = Math.max(...times);
  const open = timeline.some(({ end }) => end === undefined) ? [last + 1] : [];
  const distinct = [...new Set([...times, ...open])].sort((one, other) => one - other);
  return new Map(distinct.map((time, place) => [time, place]));
}
