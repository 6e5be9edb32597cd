import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

type Described = { readonly label: string; readonly hint?: ComponentChildren; readonly wide?: boolean };

/** Returns the label of a field of the API, the same in every form: `orderId` is "Order id", `delay: min` "Delay: min". */
export function labelOf(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A labelled control. `children` receives the attributes that connect the control with its label and hint. */
export function Field(
  props: Described & {
    readonly children: (attributes: { id: string; 'aria-describedby'?: string }) => ComponentChildren;
  },
) {
  const { label, hint, wide = false, children } = props;
  const id = useId();
  const attributes = hint === undefined ? { id } : { id, 'aria-describedby': `${id}-hint` };
  return (
    <div class={wide ? 'field wide' : 'field'}>
      <label for={id}>{label}</label>
      {children(attributes)}
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

export function TextField(
  props: Described & {
    readonly value: string;
    readonly onInput: (value: string) => void;
    /** Whether the browser shows a button that empties the field. */
    readonly search?: boolean;
    readonly inputMode?: 'numeric' | 'text';
    readonly placeholder?: string;
    readonly pattern?: string;
    readonly required?: boolean;
  },
) {
  const { label, hint, wide = false, onInput, search = false, ...rest } = props;
  return (
    <Field label={label} hint={hint} wide={wide}>
      {(attributes) => (
        <input
          {...attributes}
          {...rest}
          type={search ? 'search' : 'text'}
          list={undefined}
          autocomplete="off"
          spellcheck={false}
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
        />
      )}
    </Field>
  );
}

export type Choice = { readonly value: string; readonly text: string };

export function SelectField(
  props: Described & {
    readonly value: string;
    readonly choices: readonly (Choice | string)[];
    readonly onChange: (value: string) => void;
  },
) {
  const { label, hint, wide = false, value, choices, onChange } = props;
  return (
    <Field label={label} hint={hint} wide={wide}>
      {(attributes) => (
        <select {...attributes} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
          {choices.map((choice) => {
            const option = typeof choice === 'string' ? { value: choice, text: choice } : choice;
            return (
              <option key={option.value} value={option.value} selected={option.value === value}>
                {option.text}
              </option>
            );
          })}
        </select>
      )}
    </Field>
  );
}
