import { useState } from 'preact/hooks';
import type { SettingView } from '../../../control-api.ts';
import { useResource } from '../../api/use-resource.ts';
import { Badge } from '../../components/badge.tsx';
import { TextField } from '../../components/field.tsx';
import { Page } from '../../components/page.tsx';
import { EmptyState, Loaded } from '../../components/states.tsx';
import { type Column, Table } from '../../components/table.tsx';

export function SettingsPage() {
  const resource = useResource('GET /settings');
  const [text, setText] = useState('');
  return (
    <Page
      title="Settings"
      intro="What the simulator was started with, and where each value comes from. A restart changes them."
    >
      <div class="toolbar row">
        <TextField label="Name or description contains" search value={text} onInput={setText} />
      </div>
      <Loaded resource={resource}>
        {({ settings }) => {
          const shown = settings.filter((setting) => matches(setting, text));
          return shown.length === 0 ? (
            <EmptyState title="No setting matches" />
          ) : (
            <Table
              label="Settings"
              className="settings"
              columns={columns}
              looks={{ value: { width: '26%' }, source: { width: '22%' } }}
              rows={shown}
              rowKey={({ key }) => key}
            />
          );
        }}
      </Loaded>
    </Page>
  );
}

const columns: readonly Column<SettingView>[] = [
  {
    name: 'setting',
    title: 'Setting',
    cell: ({ key, flag, variable, description }) => (
      <>
        <code>{flag === '' ? key : flag}</code> <code class="muted">{variable}</code>
        <p class="hint">{description}</p>
      </>
    ),
  },
  { name: 'value', title: 'Value', cell: ({ value }) => <code>{value}</code> },
  {
    name: 'source',
    title: 'Source',
    cell: ({ source }) =>
      source === 'default' ? <span class="muted">default</span> : <Badge tone="info">{source}</Badge>,
  },
];

function matches({ key, flag, variable, description }: SettingView, text: string): boolean {
  return [key, flag, variable, description].some((part) =>
    part.toLowerCase().includes(text.trim().toLowerCase()),
  );
}
