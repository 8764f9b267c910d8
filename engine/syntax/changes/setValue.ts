import { type Data, type DataMap, isDataMap, ok, type Result } from '../../base/index.ts';
import type { Path, Refusal, TextEdit } from '../../text/index.ts';
import { type ListNode, type MapNode, MERGE_KEY, type Syntax } from '../tree/Syntax.ts';
import { toNodeData } from '../tree/toNodeData.ts';
import { equalData, isFilled, isList } from '../writing/formatData.ts';
import { addEntry, addItem } from './addEntry.ts';
import {
  composeSteps,
  type EditStep,
  type Edits,
  keepAliases,
  locate,
  notACollection,
  sharedByAlias,
  type TreePlace,
} from './composeSteps.ts';
import { removePlace } from './removePlace.ts';
import { writeValue } from './writeValue.ts';

export interface SetOptions {
  /** Where a new key goes: in front of this key of the map, if it is there; else last. */
  readonly before?: string;
}

/**
 * Sets the value at a path by the smallest edit: only the keys and items that differ change, the rest keeps its bytes. A
 * path that is not there yet is added as the last key, with the maps and lists on its way; an item only at a list's end.
 * No edits when the value is there already. Refused where the path leads into a scalar or through an alias.
 */
export function setValue(syntax: Syntax, path: Path, value: Data, options: SetOptions = {}): Edits {
  return keepAliases(syntax, setAnywhere(syntax, path, value, options));
}

function setAnywhere(syntax: Syntax, path: Path, value: Data, options: SetOptions): Edits {
  const place = locate(syntax, path);
  if (!place.ok) return place;
  const { slot, rest } = place.value;
  const [step] = rest;
  if (step === undefined) return changeValue(syntax, place.value, value);
  const inner = wrap(value, rest.slice(1));
  const node = slot.value;
  if (inner === null && value !== null) return notACollection(path, 'list');
  if (node === null || (node.kind === 'scalar' && node.value === null)) {
    const wrapped = wrap(value, rest);
    return wrapped === null ? notACollection(path, 'list') : writeValue(syntax, place.value, wrapped);
  }
  const added = inner ?? null;
  if (node.kind === 'map')
    return addEntry(syntax, { place: place.value, map: node, before: options.before }, [String(step), added]);
  if (node.kind === 'list' && step === node.items.length)
    return addItem(syntax, { place: place.value, list: node, index: step }, added);
  return notACollection(place.value.path, typeof step === 'number' ? 'list' : 'map');
}

/** The value inside the maps and one-item lists that a path asks for; null for an item that is not the first of a new list. */
function wrap(value: Data, rest: Path): Data {
  const [step, ...inner] = rest;
  if (step === undefined) return value;
  const wrapped = wrap(value, inner);
  if (typeof step === 'string') return new Map([[step, wrapped]]);
  return step === 0 ? [wrapped] : null;
}

/** Changes what differs between the value that is written and the one wanted. */
function changeValue(syntax: Syntax, place: TreePlace, value: Data): Edits {
  const node = place.slot.value;
  if (node !== null && equalData(toNodeData(node), value)) return ok([]);
  if (node === null && value === null) return ok([]);
  if (node?.kind === 'map' && isDataMap(value) && canChangeMap(node, value)) {
    return composeSteps(syntax, mapSteps(place.path, node, value));
  }
  if (node?.kind === 'list' && isList(value) && isFilled(value) && node.items.length > 0) {
    return composeSteps(syntax, listSteps(place.path, node, value));
  }
  return writeValue(syntax, place, value);
}

/** Whether a map can be brought to the value key by key: the keys that stay are in the same order, none is there twice. */
function canChangeMap(map: MapNode, value: DataMap): boolean {
  const keys = map.entries.map(({ key }) => key);
  if (value.size === 0 || new Set(keys).size !== keys.length || keys.includes(MERGE_KEY)) return false;
  const stay = keys.filter((key) => value.has(key));
  const wanted = [...value.keys()].filter((key) => keys.includes(key));
  return stay.length > 0 && stay.every((key, index) => key === wanted[index]);
}

function mapSteps(path: Path, map: MapNode, value: DataMap): EditStep[] {
  const steps: EditStep[] = [];
  const set = (key: string, options: SetOptions) =>
    steps.push((syntax) => setAnywhere(syntax, [...path, key], value.get(key) ?? null, options));
  // A text block that keeps its blank lines (`|+`) gets its new value before the lines below it are removed.
  for (const { key } of map.entries) if (value.has(key)) set(key, {});
  for (const { key } of map.entries) if (!value.has(key)) steps.push((syntax) => removeStep(syntax, [...path, key]));
  const written = new Set(map.entries.map(({ key }) => key));
  const keys = [...value.keys()];
  for (const [index, key] of keys.entries()) {
    if (written.has(key)) continue;
    const next = keys.slice(index + 1).find((other) => written.has(other));
    set(key, next === undefined ? {} : { before: next });
  }
  return steps;
}

function listSteps(path: Path, list: ListNode, value: readonly Data[]): EditStep[] {
  const old = list.items.map((item) => toNodeData(item.value));
  let start = 0;
  while (start < Math.min(old.length, value.length) && equalData(old[start], value[start])) start += 1;
  let tail = 0;
  while (tail < Math.min(old.length, value.length) - start && equalData(old.at(-1 - tail), value.at(-1 - tail)))
    tail += 1;
  const steps: EditStep[] = [];
  const kept = Math.min(old.length, value.length) - tail;
  for (let index = start; index < kept; index += 1) {
    const item = value[index] ?? null;
    steps.push((syntax) => setAnywhere(syntax, [...path, index], item, {}));
  }
  const changed = Math.max(kept, start);
  // From the first to the last: a text block that keeps its blank lines (`|+`) is gone before the lines below could join it.
  for (let index = changed; index < old.length - tail; index += 1) {
    steps.push((syntax) => removeStep(syntax, [...path, changed]));
  }
  for (let index = changed; index < value.length - tail; index += 1) {
    const item = value[index] ?? null;
    steps.push((syntax) => insertStep(syntax, [...path, index], item));
  }
  return steps;
}

function removeStep(syntax: Syntax, path: Path): Edits {
  const place = locate(syntax, path);
  return place.ok ? removePlace(syntax, place.value) : place;
}

function insertStep(syntax: Syntax, path: Path, value: Data): Edits {
  const place = locate(syntax, path.slice(0, -1));
  if (!place.ok) return place;
  const list = place.value.slot.value;
  if (list?.kind !== 'list') return notACollection(path.slice(0, -1), 'list');
  return addItem(syntax, { place: place.value, list, index: Number(path.at(-1)) }, value);
}

/**
 * Puts an item into the list at a path, in front of the one at `index`; an index past its end means its end. A list that is
 * missing or empty is made. Refused where there is something else than a list, or an alias.
 */
export function insertItem(
  syntax: Syntax,
  listPath: Path,
  index: number,
  value: Data,
): Result<readonly TextEdit[], Refusal> {
  const place = locate(syntax, listPath);
  if (!place.ok) return place;
  const { slot, rest } = place.value;
  const list = slot.value;
  if (rest.length > 0 || list === null) return setValue(syntax, listPath, [value]);
  if (list.kind === 'alias') return sharedByAlias(listPath, list.name);
  if (list.kind === 'scalar' && list.value === null) return setValue(syntax, listPath, [value]);
  if (list.kind !== 'list') return notACollection(listPath, 'list');
  const at = Math.min(Math.max(0, index), list.items.length);
  return keepAliases(syntax, addItem(syntax, { place: place.value, list, index: at }, value));
}
