/** The part of JSON Schema that the schema of faults uses. */
export type FieldSchema = {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly const?: string;
  /** `unit: ms`: another field has the same value as a text with its unit. */
  readonly $comment?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
  /** Several forms of the same value, for example a time or two bounds. */
  readonly anyOf?: readonly FieldSchema[];
  /** For a kind, one of these is required. */
  readonly oneOf?: readonly FieldSchema[];
};

export type FaultField = { readonly name: string; readonly required: boolean; readonly schema: FieldSchema };

/** A kind of fault with its fields, in the words of the schema. */
export type FaultKind = {
  readonly kind: string;
  readonly summary: string;
  /** What the kind does, which no other kind has or all timed kinds have. */
  readonly own: readonly FaultField[];
  /** Whom it disturbs and how often. */
  readonly common: readonly FaultField[];
};

type ScenarioSchema = {
  readonly properties: { readonly faults: { readonly items: { readonly oneOf: readonly FieldSchema[] } } };
};

export function readKinds({ properties: { faults } }: ScenarioSchema): readonly FaultKind[] {
  const all = faults.items.oneOf;
  return all.map(({ description = '', properties = {}, required = [], oneOf = [] }) => {
    const fields = Object.entries(properties)
      .filter(([name, schema]) => name !== 'kind' && schema.$comment !== 'unit: ms')
      .map(([name, schema]) => ({
        name,
        schema,
        required: required.includes(name) || oneOf.some((one) => one.required?.includes(name)),
      }));
    const isCommon = ({ name }: FaultField) => all.every((kind) => kind.properties?.[name] !== undefined);
    return {
      kind: properties.kind?.const ?? '',
      summary: description,
      own: fields.filter((field) => !isCommon(field)),
      common: fields.filter(isCommon),
    };
  });
}
