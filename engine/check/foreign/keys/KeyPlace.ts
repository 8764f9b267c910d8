import { type Data, type DataMap, isDataMap } from '../../../base/index.ts';
import { moveEntry } from '../../../convert/index.ts';
import { type Children, parseReference, TASK_TYPES, traitsOf } from '../../../model/index.ts';
import { type EditStep, removeAt, renameKey, setValue } from '../../../syntax/index.ts';
import type { Path } from '../../../text/index.ts';
import { BUILT_INS, builtInUse, findBuiltIn } from '../../../tools/index.ts';

/** A key that the format does not have where it is. */
export interface KeyPlace {
  readonly key: string;
  /** The same in small letters, without hyphens and underscores. */
  readonly plain: string;
  readonly path: Path;
  readonly value: Data;
  /** The keys that the format has in the map it is in. */
  readonly siblings: readonly string[];
  /** The map it is in. */
  readonly around: DataMap;
  /** The path of that map. */
  readonly parent: Path;
  /** The innermost task around it; an empty map where there is none. */
  readonly task: DataMap;
  readonly taskPath: Path;
  /** The document. */
  readonly root: Data;
}

/** What a key is meant to say, and how that is written here. */
export interface KeyAdvice {
  /** One or two sentences that name the right construct. */
  readonly message: string;
  /** What writes it so, where that is certain. */
  readonly fix?: { readonly title: string; readonly steps: readonly EditStep[]; readonly places: readonly Path[] };
}

/** What keys of one meaning are told; null where the key is none of them there. */
export type KeyReading = (place: KeyPlace) => KeyAdvice | null;

/** Readings by the keys they are of: words apart by blanks, in small letters, without hyphens and underscores. */
export function readings(
  rows: readonly (readonly [keys: string, reading: KeyReading])[],
): ReadonlyMap<string, KeyReading> {
  return new Map(rows.flatMap(([keys, reading]) => keys.split(' ').map((key) => [key, reading] as const)));
}

/** A key as {@link readings} has it. */
export function plainKey(key: string): string {
  return key.toLowerCase().replace(/[-_]/g, '');
}

/** Says one thing whatever the value is. */
export function saying(message: string): KeyReading {
  return () => ({ message });
}

/** The same key by its name here, where that is free and the value is of the kind it takes. */
export function renaming(to: string, takes: (value: Data) => boolean = () => true): KeyReading {
  return ({ key, path, around, value }) => {
    const message = `"${key}" does nothing here: this format calls it “${to}”.`;
    if (around.has(to)) return { message: `${message} It is there already: merge the two.` };
    if (!takes(value)) return { message };
    return { message, fix: renamed(path, to) };
  };
}

/** Another name for the key at a path. */
export function renamed(path: Path, to: string): NonNullable<KeyAdvice['fix']> {
  const places = [[...path.slice(0, -1), to]];
  return { title: `Rename to ${to}`, steps: [(syntax) => renameKey(syntax, path, to)], places };
}

/** The entry in another place of the same document. Without a fix where something is there already. */
export function moving(place: KeyPlace, to: Path, message: string): KeyAdvice {
  if (valueIn(place.root, to) !== undefined) return { message };
  const holder = to.at(-2);
  const title = typeof holder === 'string' ? `Move it into ${holder}` : 'Move it next to config';
  return { message, fix: { title, steps: [moveEntry(place.path, to)], places: [to] } };
}

/** Values in the place of the key, which goes. */
export function replacing(
  { path }: Pick<KeyPlace, 'path'>,
  title: string,
  values: readonly (readonly [Path, Data])[],
): NonNullable<KeyAdvice['fix']> {
  const sets = values.map(
    ([to, value]): EditStep =>
      (syntax) =>
        setValue(syntax, to, value),
  );
  return { title, steps: [...sets, (syntax) => removeAt(syntax, path)], places: values.map(([to]) => to) };
}

/** The ids a value names: one, or a list of them; empty for anything else. */
export function idsIn(value: Data): readonly string[] {
  if (typeof value === 'string') return isId(value) ? [value] : [];
  if (Array.isArray(value))
    return value.every((item: Data) => typeof item === 'string' && isId(item)) ? value.map(String) : [];
  return [];
}

function isId(text: string): boolean {
  return text !== '' && !/[\s{}]/.test(text);
}

/** Whether a value is a list of maps, as tasks are. */
export function isList(value: Data): boolean {
  return Array.isArray(value) && value.every(isDataMap);
}

/** Whether a value is a text with something in it. */
export function isText(value: Data): value is string {
  return typeof value === 'string' && value !== '';
}

/** What is at a path of data; undefined where nothing is. */
export function valueIn(data: Data | undefined, path: Path): Data | undefined {
  let value = data;
  for (const step of path) {
    if (isDataMap(value)) value = value.get(String(step));
    else if (Array.isArray(value) && typeof step === 'number') value = value[step] as Data | undefined;
    else return undefined;
  }
  return value;
}

/** The text under a key of a map; empty where there is none. */
export function textIn(map: Data | undefined, key: string): string {
  const value = isDataMap(map) ? map.get(key) : undefined;
  return typeof value === 'string' ? value : '';
}

/** The id of the task around a key, or a word for it. */
export function idOf({ task }: Pick<KeyPlace, 'task'>, otherwise = 'this task'): string {
  return textIn(task, 'id') || otherwise;
}

/** A text as it is shown in a message. */
export function show(value: Data, otherwise: string): string {
  return typeof value === 'string' && value.length <= 60 && !value.includes('\n') ? value : otherwise;
}

/** The type of the task around a key, as it is written; empty where there is none. */
export function typeOf({ task }: Pick<KeyPlace, 'task'>): string {
  return textIn(task, 'type');
}

/** Whether a task of a type gives what it uses, and does nothing else. */
export function runsItsUse(type: string): boolean {
  return traitsOf(type).output === 'result';
}

/** Whether a task of a type does the same for each item of a list. */
export function goesThroughItems(type: string): boolean {
  return traitsOf(type).children === 'item';
}

/** The type of task that runs its children so. */
export function typeWith(children: Children): string {
  return TASK_TYPES.find((type) => traitsOf(type).children === children) ?? '';
}

/** An input of the tool that a task uses, next to its `with`; of a task that uses none, one that names the tool that was meant. */
export function toolInput(place: KeyPlace, type: string): KeyAdvice | null {
  const { key, task, taskPath } = place;
  const use = task.get('use');
  if (use === undefined) return runsItsUse(type) ? withoutTool(key) : null;
  if (!isText(use) || !inputsOf(use, place).has(key)) return null;
  return moving(
    place,
    [...taskPath, 'with', key],
    `"${key}" is an input of “${use}” and belongs in “with”. Here it does nothing.`,
  );
}

/** Inputs that no other word of a task could be. */
const TELLING: ReadonlySet<string> = new Set(['url', 'method', 'headers', 'body', 'json', 'code']);

function withoutTool(key: string): KeyAdvice | null {
  if (!TELLING.has(key)) return null;
  const tool = BUILT_INS.find((candidate) => keysOf(candidate).includes(key));
  if (tool === undefined) return null;
  return {
    message: `"${key}" is an input of a tool, and this task uses none. Write “use: ${builtInUse(tool)}” and “with: { ${key}: … }”.`,
  };
}

function keysOf({ schema, directConfig = [] }: (typeof BUILT_INS)[number]): readonly string[] {
  return [...Object.keys(schema.input.properties ?? {}), ...directConfig];
}

function inputsOf(use: string, { root }: KeyPlace): ReadonlySet<string> {
  const builtIn = findBuiltIn(use);
  if (builtIn !== undefined) return new Set(keysOf(builtIn));
  const reference = parseReference(use);
  const tools = valueIn(root, ['tools']);
  if (reference?.repo !== 'tool' || !Array.isArray(tools)) return new Set();
  const tool = tools.find((item: Data): item is DataMap => isDataMap(item) && item.get('id') === reference.package);
  const properties = valueIn(tool, ['schema', 'input', 'properties']);
  const inner = findBuiltIn(textIn(tool, 'use'));
  return new Set([...(isDataMap(properties) ? properties.keys() : []), ...(inner === undefined ? [] : keysOf(inner))]);
}
