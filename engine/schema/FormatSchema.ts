/** What a text or value means to an editor, beyond its JSON type. */
export type FieldKind =
  | 'id'
  | 'task'
  | 'reference'
  | 'import'
  | 'duration'
  | 'template'
  | 'expression'
  | 'schema'
  | 'code'
  | 'secret';

export type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null';

/**
 * One node of the format's own JSON Schema (2020-12), with only the keywords it uses. Written flat on purpose: a field
 * that takes several types lists them under `type` and adds the keywords of each, so that every problem has one cause.
 */
export interface FormatSchema {
  readonly $schema?: string;
  readonly $id?: string;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, FormatSchema>>;
  readonly title?: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly default?: unknown;
  readonly type?: JsonType | readonly JsonType[];
  readonly enum?: readonly (string | number | boolean | null)[];
  readonly const?: string;
  readonly pattern?: string;
  /** Said by editors where the pattern does not match; no keyword of JSON Schema. */
  readonly patternErrorMessage?: string;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly items?: FormatSchema;
  readonly properties?: Readonly<Record<string, FormatSchema>>;
  readonly required?: readonly string[];
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  readonly additionalProperties?: boolean | FormatSchema;
  readonly allOf?: readonly FormatSchema[];
  readonly if?: FormatSchema;
  readonly then?: FormatSchema;
  readonly else?: FormatSchema;
  /** An addition of this product to the seed. */
  readonly 'x-extension'?: true;
  /** Holds a credential: never shown, never logged, better not written in clear. */
  readonly 'x-secret'?: true;
  readonly 'x-kind'?: FieldKind;
}
