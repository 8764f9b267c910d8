import type { FieldKind, FormatSchema, JsonType } from './FormatSchema.ts';
import { expandSchema, keysOf, partAt, type SchemaPart, schemasAtPath } from './resolveSchema.ts';

/** What the format defines for one place of a document: enough for a hover, a completion or a form field. */
export interface FieldDescription {
  readonly title?: string;
  /** Markdown, one or a few sentences. */
  readonly description: string;
  /** What is allowed here, whole templates aside; empty when anything may. */
  readonly type: readonly JsonType[];
  readonly enum?: readonly (string | number | boolean | null)[];
  readonly kind?: FieldKind;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
  readonly examples: readonly unknown[];
  /** True where a whole template is allowed instead of a value. */
  readonly acceptsTemplate: boolean;
  readonly isExtension: boolean;
  readonly isSecret: boolean;
  /** True for a map that takes keys of the author's own. */
  readonly isOpen: boolean;
}

export interface SchemaProperty extends FieldDescription {
  readonly key: string;
  readonly isRequired: boolean;
  /** Whether the document has the key already. */
  readonly isPresent: boolean;
}

/**
 * Describes the place a path leads to. `document` (authored or plain data) determines the type of a task; without it,
 * everything a path could mean counts. Undefined where the format defines nothing.
 */
export function describePath(path: readonly (string | number)[], document?: SchemaPart): FieldDescription | undefined {
  const schemas = schemasAtPath(path, document);
  return schemas.length === 0 ? undefined : describe(schemas);
}

/**
 * The keys the map at a path may have, in the order of the format: for a task, those of its type. Empty where the place
 * is no map, or one with keys of the author's own only.
 */
export function propertiesAt(path: readonly (string | number)[], document?: SchemaPart): readonly SchemaProperty[] {
  const schemas = schemasAtPath(path, document);
  const here = path.reduce<SchemaPart>(partAt, document);
  const present = new Set(keysOf(here));
  const required = new Set(schemas.flatMap((schema) => schema.required ?? []));
  const keys = new Set(schemas.flatMap(({ properties }) => Object.keys(properties ?? {})));
  return [...keys].map((key) => {
    const part = partAt(here, key);
    const inner = schemas.flatMap(({ properties }) => {
      const schema = properties !== undefined && Object.hasOwn(properties, key) ? properties[key] : undefined;
      return schema === undefined ? [] : expandSchema(schema, part);
    });
    return { key, ...describe(inner), isRequired: required.has(key), isPresent: present.has(key) };
  });
}

function describe(schemas: readonly FormatSchema[]): FieldDescription {
  const first = <K extends keyof FormatSchema>(key: K): FormatSchema[K] | undefined =>
    schemas.find((schema) => schema[key] !== undefined)?.[key];
  const [title, kind, fallback] = [first('title'), first('x-kind'), first('default')];
  const [choices, minimum, maximum] = [first('enum'), first('minimum'), first('maximum')];
  const types: readonly JsonType[] = ([first('type') ?? []] as const).flat();
  const isSetting = takesTemplate(schemas) && types.some((type) => type !== 'string');
  return {
    description: first('description') ?? '',
    type: isSetting ? types.filter((type) => type !== 'string') : types,
    examples: first('examples') ?? [],
    acceptsTemplate: takesTemplate(schemas) || /^(?:template|expression|duration|secret)$/.test(kind ?? ''),
    isExtension: schemas.some((schema) => schema['x-extension'] === true),
    isSecret: schemas.some((schema) => schema['x-secret'] === true),
    isOpen: schemas.some(({ additionalProperties: more }) => more !== undefined && more !== false),
    ...(title === undefined ? {} : { title }),
    ...(choices === undefined ? {} : { enum: choices }),
    ...(kind === undefined ? {} : { kind }),
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
    ...(fallback === undefined ? {} : { default: fallback }),
  };
}

/** Number, boolean and choice fields show it by the pattern of a whole template. */
function takesTemplate(schemas: readonly FormatSchema[]): boolean {
  return schemas.some(({ pattern, if: condition }) => (pattern ?? condition?.pattern)?.includes('\\{\\{') === true);
}
