import { isJsonObject, type Json, ownValue } from '../base/index.ts';
import type { Path } from '../text/index.ts';
import type { FormatSchema } from './FormatSchema.ts';
import { TEMPLATE_PATTERN } from './objects/fields.ts';
import { schemasAtPath } from './resolveSchema.ts';
import { pointerKeys } from './user/fitValue.ts';
import { type CompiledError, validate } from './validateDocument.gen.js';

/** One place where a document does not follow the format. */
export interface SchemaProblem {
  /** For a missing key, the path of the map that lacks it. */
  readonly path: Path;
  /** `required`, `type`, `enum`, `minimum`, `maximum`, `minLength`, `pattern`, … */
  readonly keyword: string;
  /** What is wrong, without the place: `must be a whole number, not text`. */
  readonly message: string;
  readonly params: SchemaProblemParams;
}

export interface SchemaProblemParams {
  /** The key that is missing. */
  readonly missing?: string;
  /** The types that are allowed there, by the names of JSON Schema. */
  readonly types?: readonly string[];
  readonly allowed?: readonly (string | number | boolean | null)[];
  readonly limit?: number;
  /** What the field means to an editor, such as `duration`. */
  readonly kind?: string;
  /** The value there. */
  readonly value: Json;
}

/**
 * Checks a document against the format, by code that was compiled ahead of time. Unknown keys are no problem here. The
 * same cause is reported once.
 */
export function validateDocument(document: Json): readonly SchemaProblem[] {
  if (validate(document)) return [];
  const problems = new Map<string, SchemaProblem>();
  for (const error of validate.errors ?? []) {
    if (error.keyword === 'if') continue;
    const problem = toProblem(error, document);
    const key = JSON.stringify([problem.path, problem.keyword, problem.params.missing ?? '']);
    if (!problems.has(key)) problems.set(key, problem);
  }
  return [...problems.values()];
}

function toProblem(error: CompiledError, document: Json): SchemaProblem {
  const { path, value } = locate(document, error.instancePath);
  const field = fieldAt(path, document);
  const kind = field['x-kind'] === undefined ? {} : { kind: field['x-kind'] };
  const types = ([field.type ?? []] as const).flat();
  const plain = types.length > 1 ? types.filter((type) => type !== 'string') : types;
  const isSetting = field.pattern === TEMPLATE_PATTERN;
  const limit = Number(error.params['limit']);
  switch (error.keyword) {
    case 'required':
    case 'dependentRequired': {
      const missing = String(error.params['missingProperty']);
      return { path, keyword: 'required', message: `is missing \`${missing}\``, params: { missing, value } };
    }
    case 'type':
      return typeProblem(path, value, isSetting ? plain : types, kind);
    case 'pattern':
      if (isSetting) return typeProblem(path, value, plain, kind);
      return { path, keyword: 'pattern', message: `cannot be ${show(value)}`, params: { ...kind, value } };
    case 'enum': {
      const allowed = field.enum ?? [];
      const message = `must be ${allowed
        .map(show)
        .join(', ')
        .replace(/, ([^,]*)$/, ' or $1')}, not ${show(value)}`;
      return { path, keyword: 'enum', message, params: { allowed, value } };
    }
    case 'minimum':
      return {
        path,
        keyword: 'minimum',
        message: `must be at least ${limit}, not ${show(value)}`,
        params: { limit, value },
      };
    case 'maximum':
      return {
        path,
        keyword: 'maximum',
        message: `must be at most ${limit}, not ${show(value)}`,
        params: { limit, value },
      };
    case 'minLength':
      return { path, keyword: 'minLength', message: 'must not be empty', params: { ...kind, value } };
    default:
      return { path, keyword: error.keyword, message: 'is not valid here', params: { value } };
  }
}

function typeProblem(
  path: Path,
  value: Json,
  types: readonly string[],
  kind: { readonly kind?: string },
): SchemaProblem {
  const wanted = types
    .map((type) => TYPE_WORDS[type] ?? type)
    .join(', ')
    .replace(/, ([^,]*)$/, ' or $1');
  const found = value === null ? 'empty' : show(value);
  return { path, keyword: 'type', message: `must be ${wanted}, not ${found}`, params: { types, ...kind, value } };
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'a map',
  array: 'a list',
  null: 'empty',
};

function show(value: Json): string {
  if (Array.isArray(value)) return 'a list';
  if (isJsonObject(value)) return 'a map';
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…"` : text;
}

/** The path of a JSON Pointer, list indices as numbers, and the value there. */
function locate(document: Json, pointer: string): { readonly path: Path; readonly value: Json } {
  const path: (string | number)[] = [];
  let value: Json = document;
  for (const key of pointerKeys(pointer)) {
    const isIndex = Array.isArray(value);
    path.push(isIndex ? Number(key) : key);
    value =
      (Array.isArray(value) ? value[Number(key)] : isJsonObject(value) ? ownValue(value, key) : undefined) ?? null;
  }
  return { path, value };
}

/** What the format defines at a path: of several schemas that hold there, the first that has types counts. */
function fieldAt(path: Path, document: Json): FormatSchema {
  const schemas = schemasAtPath(path, document);
  const kind = schemas.find((schema) => schema['x-kind'] !== undefined)?.['x-kind'];
  const typed = schemas.find(({ type }) => type !== undefined) ?? {};
  const allowed = schemas.find((schema) => schema.enum !== undefined)?.enum;
  return {
    ...typed,
    ...(kind === undefined ? {} : { 'x-kind': kind }),
    ...(allowed === undefined ? {} : { enum: allowed }),
  };
}
