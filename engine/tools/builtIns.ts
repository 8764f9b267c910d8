import { isJsonObject, type Json } from '../base/index.ts';
import type { BuiltInTool } from './BuiltInTool.ts';
import { CSV } from './csv.ts';
import { FILE } from './file.ts';
import { HASH } from './hash.ts';
import { HTML } from './html.ts';
import { HTTP } from './http.ts';
import { JAVASCRIPT } from './javascript.ts';
import { KV } from './kv.ts';
import { LOG } from './log.ts';
import { MEMORY } from './memory.ts';
import { RAISE } from './raise.ts';
import { VALIDATE } from './validate.ts';
import { WORKFLOW } from './workflow.ts';

const DECLARED = [HTTP, JAVASCRIPT, CSV, HTML, VALIDATE, RAISE, LOG, HASH, KV, FILE, MEMORY, WORKFLOW] as const;

type Declared = (typeof DECLARED)[number];

/** The name of a built-in: what follows `core:` in `use`. */
export type BuiltInName = Declared['name'];

type SchemaOf<Name extends BuiltInName, Part extends 'config' | 'input'> = Extract<
  Declared,
  { name: Name }
>['schema'][Part];

/** The keys that a schema of a built-in names, each with a value that was checked or is missing. */
export type ToolValues<Name extends BuiltInName, Part extends 'config' | 'input'> =
  SchemaOf<Name, Part> extends { readonly properties: infer Properties }
    ? { readonly [Key in keyof Properties]?: Json }
    : object;

/** Every built-in, in the order a list shows them. */
export const BUILT_INS: readonly (BuiltInTool & { readonly name: BuiltInName })[] = DECLARED;

const byName: ReadonlyMap<string, (typeof BUILT_INS)[number]> = new Map(BUILT_INS.map((tool) => [tool.name, tool]));

/** The built-in of a name, such as `http`. */
export function builtInNamed(name: string): (typeof BUILT_INS)[number] | undefined {
  return byName.get(name);
}

/** The built-in that a `use` as text names, in either spelling and with any version behind the last `@`: `core:http`, `core/http@1`. */
export function findBuiltIn(use: string): (typeof BUILT_INS)[number] | undefined {
  if (!/^core[:/]/.test(use)) return undefined;
  const version = use.lastIndexOf('@');
  return byName.get(use.slice('core:'.length, version === -1 ? undefined : version));
}

/** `core:http`: how a `use` names a built-in. */
export function builtInUse({ name }: { readonly name: string }): string {
  return `core:${name}`;
}

/** Whether a call with this input may change something outside of the run. */
export function changesSomething({ changes, schema }: BuiltInTool, input: Json): boolean {
  if (typeof changes === 'string') return changes === 'something';
  if (!isJsonObject(input)) return true;
  const given = input[changes.key];
  const value = given === undefined ? schema.input.properties?.[changes.key]?.['default'] : given;
  return value === undefined || !changes.values.includes(value);
}

const NO_KEYS: readonly string[] = [];

/** Keys of config and input whose text is never a template, by the `use` as text (format.md section 3). */
export function verbatimKeys(use: string | null): readonly string[] {
  return (use === null ? undefined : findBuiltIn(use)?.verbatim) ?? NO_KEYS;
}
