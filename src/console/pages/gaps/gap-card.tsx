import { useEffect, useState } from 'preact/hooks';
import type { GapView, ProfileView } from '../../../control-api.ts';
import type { Action } from '../../api/action.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { Badge } from '../../components/badge.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { hasParameter, joinChoice, splitChoice } from './choice-parameter.ts';

type GapProps = { readonly environment: string; readonly profile: ProfileView; readonly gap: GapView };

/** A question that the specification leaves open: why, the choice in effect, and another choice. */
export function GapCard(props: GapProps) {
  const { profile, gap } = props;
  const { key, question, spec, why, choice, choices } = gap;
  const names = choices.map(({ name }) => name);
  const [chosen, setChosen] = useState(splitChoice(names, choice));
  useEffect(() => setChosen(splitChoice(names, choice)), [choice]);
  const wanted = joinChoice(chosen);
  const row = choices.find(({ name }) => name === chosen.name);
  const parameterMissing = hasParameter(chosen.name) && chosen.parameter === '';
  return (
    <li class="panel card gap">
      <div class="stack">
        <h2>{question}</h2>
        <p class="hint">
          Specification, {spec.includes(',') ? 'sections' : 'section'} {spec}. The default is{' '}
          <b>{gap.default}</b>: {why}.
        </p>
        <p>
          Now <b>{choice}</b>{' '}
          {profile.gaps[key] !== undefined && <Badge tone="info">overrides the profile</Badge>}
        </p>
      </div>
      <div class="stack">
        <SelectField
          label={key}
          value={chosen.name}
          choices={names.includes(chosen.name) ? names : [chosen.name, ...names]}
          hint={<Meaning choice={row} />}
          onChange={(name) => setChosen({ name, parameter: '' })}
        />
        {hasParameter(chosen.name) && (
          <TextField
            label={`${chosen.name.includes('…') ? '…' : 'N'} of ${chosen.name}`}
            value={chosen.parameter}
            onInput={(parameter) => setChosen({ ...chosen, parameter })}
          />
        )}
        <div class="row">
          {wanted !== choice && (
            <ActionButton
              label="Switch"
              tone="primary"
              disabled={parameterMissing}
              action={switchGap(props, wanted)}
            />
          )}
          {profile.gaps[key] !== undefined && (
            <ActionButton label="Leave to the profile" action={leaveGap(props)} />
          )}
        </div>
      </div>
    </li>
  );
}

const route = 'PUT /environments/{environment}/profile';

/** Switches a gap. The choices of other gaps stay. */
function switchGap({ environment, profile, gap: { key } }: GapProps, choice: string): Action<typeof route> {
  return {
    title: `Switch ${key} to ${choice}`,
    route,
    params: { environment },
    json: { gaps: { ...profile.gaps, [key]: choice } },
    done: () => `${key} is ${choice} from the next request on`,
  };
}

function leaveGap({ environment, profile, gap: { key } }: GapProps): Action<typeof route> {
  const { [key]: _, ...others } = profile.gaps;
  return {
    title: `Leave to the profile: ${key}`,
    route,
    params: { environment },
    json: { gaps: others },
    done: ({ answers }) => `${key} is ${answers[key]} from the next request on`,
  };
}

function Meaning({ choice }: { readonly choice: GapView['choices'][number] | undefined }) {
  if (choice === undefined) return <>The seed draws a choice for each request.</>;
  const { meaning, breaks } = choice;
  return (
    <>
      {meaning}
      {breaks !== undefined && (
        <b class="breaks"> The specification does not allow it: it breaks {breaks}.</b>
      )}
    </>
  );
}
