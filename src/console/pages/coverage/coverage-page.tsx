import type { JSX } from 'preact';
import type { CoverageView } from '../../../control-api.ts';
import { useResource } from '../../api/use-resource.ts';
import { Badge } from '../../components/badge.tsx';
import { Page } from '../../components/page.tsx';
import { Loaded } from '../../components/states.tsx';
import { type Column, Table } from '../../components/table.tsx';
import type { PageProps } from '../page-props.ts';

/** A point that a suite can meet: `cancelOrder 409`. `hole` says what provokes it if it was not met. */
type Point = {
  readonly group: string;
  readonly name: string;
  readonly count: number;
  readonly hole: string | undefined;
};

const groups = ['outcomes', 'ids', 'gaps', 'faults', 'actors', 'races'] as const;

/** What the clients met in this environment, and what provokes the rest. */
export function CoveragePage({ environment }: PageProps): JSX.Element {
  const resource = useResource('GET /environments/{environment}/coverage', { params: { environment } }, [
    'exchanges',
    'scenario',
  ]);
  return (
    <Page
      title="Coverage"
      intro="What clients met in this environment since it was created, and what provokes the rest. A reset does not clear it."
    >
      <Loaded resource={resource}>
        {(coverage) => (
          <Table
            label="Coverage"
            className="coverage"
            columns={columnsOf(coverage)}
            rows={pointsOf(coverage)}
            rowKey={({ group, name }) => `${group} ${name}`}
          />
        )}
      </Loaded>
    </Page>
  );
}

function pointsOf(coverage: CoverageView): readonly Point[] {
  return groups.flatMap((group): readonly Point[] => [
    ...Object.entries(coverage[group]).map(([name, count]) => ({ group, name, count, hole: undefined })),
    ...coverage.holes
      .filter((one) => one.group === group)
      .map(({ name, hole }) => ({ group, name, count: 0, hole })),
  ]);
}

function columnsOf({ percent }: CoverageView): readonly Column<Point>[] {
  return [
    {
      name: 'group',
      title: 'Group',
      cell: ({ group }) => `${group} ${percent[group as keyof typeof percent]} %`,
    },
    { name: 'point', title: 'Point', cell: ({ name }) => <code>{name}</code> },
    {
      name: 'met',
      title: 'Met',
      cell: ({ count }) =>
        count > 0 ? <Badge tone="good">met {count}×</Badge> : <Badge tone="warn">not met</Badge>,
    },
    { name: 'hole', title: 'What provokes it', cell: ({ hole }) => hole ?? '' },
  ];
}
