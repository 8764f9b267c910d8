import type { Data } from '../base/index.ts';
import { propertiesAt } from '../schema/index.ts';
import { composeSteps, renameKey, setValue } from '../syntax/index.ts';
import type { Path } from '../text/index.ts';
import type { Conversion } from './Conversion.ts';
import { commentOut, inlineSchema, readId, readReference, stemOf } from './entries.ts';
import { move } from './moveEntry.ts';

type Schemas = ReadonlyMap<string, Data>;

/** Any object, for a schema that is required here and not given. */
const ANY_OBJECT: Data = new Map([['type', 'object']]);

/** Writes one tool as this format has it. What ran it has no counterpart: it gets a reference that a package may take. */
export function convertTool(conversion: Conversion, path: Path, schemas: Schemas): void {
  const id = conversion.text([...path, 'id']) ?? (path.join('.') || 'tool');
  if (!conversion.isGiven([...path, 'use']) && !conversion.isGiven([...path, 'import'])) {
    const use = `local:${id}`;
    conversion.change(
      `The tool “${id}” has “use: ${use}”: until a package of that name is here it runs simulated only.`,
      (syntax) => setValue(syntax, [...path, 'use'], use, beforeOf(conversion, path)),
    );
  }
  for (const key of ['input', 'output'] as const) {
    inlineSchema(conversion, [...path, key], schemas);
    const to = [...path, 'schema', key];
    if (conversion.has([...path, key]) && !conversion.has(to))
      move(conversion, [...path, key], to, `The tool “${id}”: “${key}” became “schema.${key}”.`);
    if (!conversion.isGiven(to) && !conversion.isGiven([...path, 'import']))
      conversion.change(`The tool “${id}”: “schema.${key}” is any object, since it was not given.`, (syntax) =>
        setValue(syntax, to, ANY_OBJECT),
      );
  }
  commentUnknown(conversion, path, { what: `The tool “${id}”`, list: 'tools' });
}

/** Writes one agent as this format has it, with its actions and tools. */
export function convertAgent(conversion: Conversion, path: Path, schemas: Schemas): void {
  const id = conversion.text([...path, 'id']) ?? (path.join('.') || 'agent');
  const what = `The agent “${id}”`;
  if (!conversion.isGiven([...path, 'use']) && !conversion.isGiven([...path, 'import'])) {
    conversion.change(`${what} has “use: core:agent”.`, (syntax) =>
      setValue(syntax, [...path, 'use'], 'core:agent', beforeOf(conversion, path)),
    );
  }
  convertModel(conversion, [...path, 'config'], what);
  for (const action of conversion.items([...path, 'actions'])) convertAction(conversion, action, { what, schemas });
  for (const tool of conversion.items([...path, 'tools'])) {
    convertAgentTool(conversion, tool, what);
    if (isDefined(conversion, tool)) convertTool(conversion, tool, schemas);
  }
  commentUnknown(conversion, path, { what, list: 'agents' });
}

function convertModel(conversion: Conversion, path: Path, what: string): void {
  if (conversion.has([...path, '$ref'])) {
    conversion.change(
      `${what}: its model is set elsewhere, which is kept as a comment. Give it a provider and a model.`,
      commentOut(conversion.keys(path).length === 1 ? path : [...path, '$ref']),
    );
    return;
  }
  for (const key of conversion.keys([...path, 'params'])) {
    if (conversion.has([...path, key])) continue;
    const note = `${what}: “config.params.${key}” became “config.${key}”.`;
    move(conversion, [...path, 'params', key], [...path, key], note);
  }
}

interface ActionPlace {
  readonly what: string;
  readonly schemas: Schemas;
}

function convertAction(conversion: Conversion, path: Path, { what, schemas }: ActionPlace): void {
  const id = conversion.text([...path, 'id']) ?? String(path.at(-1));
  const name = `${what}, action “${id}”`;
  if (conversion.has([...path, 'prompt']) && !conversion.has([...path, 'instructions'])) {
    conversion.change(`${name}: “prompt” became “instructions”.`, (syntax) =>
      renameKey(syntax, [...path, 'prompt'], 'instructions'),
    );
  }
  inlineSchema(conversion, [...path, 'output'], schemas);
  if (!conversion.isGiven([...path, 'output'])) {
    conversion.change(`${name}: its output is any object, since none was given.`, (syntax) =>
      setValue(syntax, [...path, 'output'], ANY_OBJECT),
    );
  }
  const known = new Set(propertiesAt(['agents', 0, 'actions', 0]).map(({ key }) => key));
  commentKeys(conversion, path, { what: name, known });
}

/** `use: tool(id=x)` and `$ref: local::tools.#(id=="x")` become `id: x`. */
function convertAgentTool(conversion: Conversion, path: Path, what: string): void {
  for (const key of ['use', '$use', '$ref']) {
    const written = conversion.text([...path, key]);
    if (written === null) continue;
    const reference = readReference(written);
    const file = reference?.file ?? null;
    const id = reference?.id ?? (file === null ? readId(written) : stemOf(file));
    if (id === null || (key === 'use' && reference === null)) continue;
    const to = [...path, 'id'];
    conversion.change(`${what}: the tool “${written}” became “id: ${id}”.`, (syntax) =>
      composeSteps(syntax, [
        (now) => renameKey(now, [...path, key], 'id'),
        (now) => setValue(now, to, id),
        ...(file === null ? [] : [(now: typeof syntax) => setValue(now, [...path, 'import'], file)]),
      ]),
    );
  }
}

/** Whether an agent's tool is written out in its place, not only named. */
function isDefined(conversion: Conversion, path: Path): boolean {
  const id = conversion.text([...path, 'id']);
  const isNamed =
    path[0] === 'agents' && conversion.items(['tools']).some((at) => conversion.text([...at, 'id']) === id);
  return !isNamed && ['execute', 'input', 'output'].some((key) => conversion.has([...path, key]));
}

/** A new `use` goes behind the id. */
function beforeOf(conversion: Conversion, path: Path): { readonly before?: string } {
  const keys = conversion.keys(path);
  const next = keys[keys.indexOf('id') + 1];
  return next === undefined ? {} : { before: next };
}

interface UnknownKeys {
  readonly what: string;
  readonly list: 'tools' | 'agents';
}

function commentUnknown(conversion: Conversion, path: Path, { what, list }: UnknownKeys): void {
  commentKeys(conversion, path, { what, known: new Set(propertiesAt([list, 0]).map(({ key }) => key)) });
}

/** Keys without a counterpart become comments. */
export function commentKeys(
  conversion: Conversion,
  path: Path,
  { what, known }: { readonly what: string; readonly known: ReadonlySet<string> },
): void {
  for (const key of conversion.keys(path).toReversed()) {
    if (known.has(key) || key === '<<' || conversion.isLeft([...path, key])) continue;
    conversion.change(`${what}: “${key}” has no counterpart. It is kept as a comment.`, commentOut([...path, key]));
  }
}
