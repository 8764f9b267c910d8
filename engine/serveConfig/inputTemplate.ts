import { err, type Json, type JsonObject, ok, ownValue, type Result, toData } from '../base/index.ts';
import { type CompiledData, compileData, evaluateCompiled, referencesOf } from '../expression/index.ts';

/** What is wrong at a place of the configuration. */
export interface PlacedMessage {
  /** Its keys from the top. */
  readonly path: readonly string[];
  /** What follows the names of the keys. */
  readonly message: string;
}

/** What the input of a run is made from: values, and expressions over what triggered it. */
export type InputTemplate = CompiledData;

/** A template; an absent one is an empty map. */
export function readTemplate(value: Json | undefined): InputTemplate {
  return compileData(toData(value ?? {}));
}

/** What is wrong with the expressions of a template, which can read some roots alone. */
export function checkTemplate(
  value: Json | undefined,
  path: readonly string[],
  roots: readonly string[],
): readonly PlacedMessage[] {
  const compiled = readTemplate(value);
  const broken = problemsOf(compiled, []).map(({ at, message }) => ({
    path: [...path, ...at],
    message: `has an expression that cannot be read: ${message}`,
  }));
  const foreign = referencesOf(compiled)
    .filter(({ root }) => !roots.includes(root))
    .map(({ root, at }) => ({
      path: [...path, ...at.map(String)],
      message: `reads ${root}, which is not known here. It can read ${roots.join(', ')}.`,
    }));
  return [...broken, ...foreign];
}

/** The value of a template, where `at` (ms since the epoch) is now. The error is one sentence. */
export function fillTemplate(template: InputTemplate, values: JsonObject, at: number): Result<Json, string> {
  const scope = { root: (name: string) => ownValue(values, name), now: () => at, random: () => Math.random() };
  const evaluated = evaluateCompiled(template, scope);
  if (evaluated.ok) return ok(evaluated.value.value);
  const { path, message, source } = evaluated.error;
  const where = path.length === 0 ? '' : `${path.join('.')}: `;
  return err(`${where}${message} (${source.trim().slice(0, 200)})`);
}

function problemsOf(
  compiled: CompiledData,
  at: readonly string[],
): readonly { readonly at: readonly string[]; readonly message: string }[] {
  switch (compiled.kind) {
    case 'template':
      return compiled.template.errors.slice(0, 1).map(({ message }) => ({ at, message }));
    case 'list':
      return compiled.items.flatMap((item, index) => problemsOf(item, [...at, String(index)]));
    case 'map': {
      const found: { readonly at: readonly string[]; readonly message: string }[] = [];
      for (let entry: typeof compiled.first | null = compiled.first; entry !== null; entry = entry.next)
        found.push(...problemsOf(entry.value, [...at, entry.key]));
      return found;
    }
    default:
      return [];
  }
}
