import { useResource } from '../api/use-resource.ts';
import { SelectField } from './field.tsx';

/** Selects one of the named scenarios, and describes it. */
export function ScenarioField(props: {
  readonly value: string;
  readonly onChange: (scenario: string) => void;
}) {
  const { data } = useResource('GET /scenarios');
  const scenarios = data?.scenarios.filter(({ problems }) => problems === undefined) ?? [];
  const chosen = scenarios.find(({ name }) => name === props.value);
  const names = scenarios.map(({ name }) => name);
  return (
    <SelectField
      wide
      label="Scenario"
      value={props.value}
      choices={names.includes(props.value) ? names : [props.value, ...names]}
      hint={chosen?.description ?? ' '}
      onChange={props.onChange}
    />
  );
}
