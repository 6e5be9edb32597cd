/** The parts of JSON Schema that the document uses. */
export type Schema = {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  /** Our extension: an integer of any size. */
  readonly 'x-exact'?: boolean;
  readonly const?: string;
  readonly enum?: readonly string[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly default?: unknown;
  readonly example?: unknown;
  readonly examples?: readonly unknown[];
};

/** A response of the document. */
export type Response = {
  readonly $ref?: string;
  readonly description?: string;
  readonly headers?: Readonly<Record<string, object>>;
  readonly content?: Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>;
};

/** What the document says about a route, except the parameters and the body, which are the schemas of the route. */
export type Operation = {
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  /** Default: the tag of the section. */
  readonly tag?: string;
  /** The name of the schema of the body, if clients need it. */
  readonly body?: string;
  /** The schema of a body that the route does not read with a schema. */
  readonly bodySchema?: Schema;
  readonly bodyRequired?: true;
  readonly example?: unknown;
  /** An example of a body in YAML. */
  readonly yaml?: string;
  /** Responses by status, except the refusals that all routes have. */
  readonly responses: Readonly<Record<string, Response>>;
};

/** A part of the document: schemas of responses, and the routes that send them. */
export type Section = {
  readonly tag: string;
  readonly schemas: Readonly<Record<string, Schema>>;
  readonly operations: Readonly<Record<string, Operation>>;
};
