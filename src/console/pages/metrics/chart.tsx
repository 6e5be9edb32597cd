import type { JSX } from 'preact';

const [width, height] = [600, 120];

/** Columns of a value over time, newest at the right. `label` says what it shows, for those who do not see it. */
export function Chart(props: {
  readonly label: string;
  readonly values: readonly number[];
  readonly slots: number;
}): JSX.Element {
  const { label, values, slots } = props;
  const top = Math.max(1, ...values);
  const step = width / slots;
  return (
    <svg
      class="chart"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {values.map((value, at) => {
        const size = (value / top) * height;
        const x = width - (values.length - at) * step;
        return <rect key={x} x={x + 1} y={height - size} width={step - 2} height={size} />;
      })}
    </svg>
  );
}
