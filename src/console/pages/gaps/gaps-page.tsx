import { useState } from 'preact/hooks';
import type { GapView, ProfileName, ProfileView } from '../../../control-api.ts';
import { useLive } from '../../api/use-resource.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { Page, type PageProps } from '../../components/page.tsx';
import { EmptyState, Loaded } from '../../components/states.tsx';
import { useConsole } from '../../console-context.ts';
import { replaceQuery } from '../../route.ts';
import { useStore } from '../../store.ts';
import { GapCard } from './gap-card.tsx';

export function GapsPage({ environment }: PageProps) {
  const { places } = useConsole();
  const { search = '', only = '' } = useStore(places).query;
  const resource = useLive('profile', environment);
  return (
    <Page
      title="Gaps"
      intro="What the specification leaves open, and what this environment does there. A change takes effect with the next request; a reset undoes it."
    >
      <Loaded resource={resource}>
        {(profile) => {
          const shown = profile.questions.filter(
            (gap) => matches(gap, search) && (only === '' || gap.choice !== gap.default),
          );
          return (
            <>
              <div class="toolbar row">
                <ProfileChoice environment={environment} profile={profile} />
                <TextField
                  label="Find a gap"
                  search
                  value={search}
                  onInput={(text) => replaceQuery(places, { search: text, only })}
                />
                <label class="row">
                  <input
                    type="checkbox"
                    checked={only !== ''}
                    onChange={({ currentTarget: { checked } }) =>
                      replaceQuery(places, { search, only: checked ? 'chosen' : '' })
                    }
                  />
                  Only those that differ from the default
                </label>
              </div>
              {shown.length === 0 && <EmptyState title="No gap matches" />}
              <ul class="stack" aria-label="Gaps">
                {shown.map((gap) => (
                  <GapCard key={gap.key} environment={environment} profile={profile} gap={gap} />
                ))}
              </ul>
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

const profiles: readonly ProfileName[] = ['least-promise', 'typical', 'vary'];

function ProfileChoice(props: { readonly environment: string; readonly profile: ProfileView }) {
  const { environment, profile } = props;
  const [wanted, setWanted] = useState<ProfileName>();
  const value = wanted ?? profile.profile;
  return (
    <div class="row">
      <SelectField
        label="Profile"
        value={value}
        choices={profiles}
        onChange={(name) => setWanted(profiles.find((known) => known === name))}
      />
      {value !== profile.profile && (
        <ActionButton
          label="Use profile"
          tone="primary"
          action={{
            title: `Use profile ${value}`,
            route: 'PUT /environments/{environment}/profile',
            params: { environment },
            json: { profile: value },
            done: ({ changed }) =>
              `${environment} has the profile ${value}; ${Object.keys(changed).length} choices changed`,
          }}
          onDone={() => setWanted(undefined)}
        />
      )}
    </div>
  );
}

function matches({ key, question }: GapView, text: string): boolean {
  const wanted = text.trim().toLowerCase();
  return key.includes(wanted) || question.toLowerCase().includes(wanted);
}
