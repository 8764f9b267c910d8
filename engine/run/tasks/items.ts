import {
  err,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonObject,
  ok,
  type Result,
  readExactly,
} from '../../base/index.ts';
import type { TaskOf } from '../../model/index.ts';
import type { RunError } from '../contract/Effect.ts';
import { runError } from '../contract/errors.ts';
import { evaluateBare, frameOf, isMet } from '../evaluate/evaluate.ts';
import type { Activation } from '../state/Activation.ts';
import { isBefore } from '../state/isBefore.ts';
import type { Run } from '../state/Run.ts';

/**
 * What a collection goes over (format.md 4): `config.items`, else `input.items`; then `config.filter`, on each item with
 * its original `index`.
 *
 * | value                      | items                  |
 * |----------------------------|------------------------|
 * | a list                     | its members            |
 * | a map                      | `{key, value}` of each |
 * | null                       | none                   |
 * | text holding a JSON list   | its members            |
 * | anything else              | VALIDATION_ERROR       |
 */
export function readItems(
  run: Run,
  activation: Activation,
  task: TaskOf<'collection'>,
): Result<readonly Json[], RunError> {
  const { items: data } = task.config;
  const source: Result<Json, RunError> =
    data === null
      ? ok(inputItems(activation))
      : evaluateBare(run, frameOf(run, activation), { data, where: 'config.items' });
  if (!source.ok) return source;
  const items = toItems(run, source.value);
  if (items !== null) return filterItems(run, activation, { task, items });
  const message = `The items of "${task.id}" must be a list or a map, not ${JSON.stringify(source.value).slice(0, 80)}.`;
  return err(runError('VALIDATION_ERROR', 'collection.items', message));
}

function inputItems(activation: Activation): Json {
  return isJsonObject(activation.input) ? (activation.input['items'] ?? null) : null;
}

function toItems(run: Run, value: Json): readonly Json[] | null {
  if (value === null) return [];
  if (Array.isArray(value)) return value;
  if (isJsonObject(value)) return Object.entries(value).map(([key, inner]): JsonObject => ({ key, value: inner }));
  return typeof value === 'string' ? parseList(run, value) : null;
}

/** As `fromJson` reads it: integers that no number holds are texts of their digits. */
function parseList(run: Run, text: string): readonly Json[] | null {
  try {
    const { value, exact } = readExactly(text);
    const list = isBefore(run, '0.3') ? value : exact;
    return Array.isArray(list) ? list : null;
  } catch {
    return null;
  }
}

function filterItems(
  run: Run,
  activation: Activation,
  from: { task: TaskOf<'collection'>; items: readonly Json[] },
): Result<readonly Json[], RunError> {
  const { filter } = from.task.config;
  if (filter === null) return ok(from.items);
  const kept: Json[] = [];
  for (const [index, item] of from.items.entries()) {
    const roots = new Map<string, Json>([
      ['item', item],
      ['index', index],
      ['items', from.items],
    ]);
    const result = evaluateBare(run, frameOf(run, activation, { roots }), { data: filter, where: 'config.filter' });
    if (!result.ok) return result;
    if (isMet(result.value)) kept.push(item);
  }
  return ok(kept);
}

/**
 * An item's input where the task has no `with` (format.md 4): the collection's input less `items`, `item` and `index`,
 * and the item's own keys when it is a map.
 */
export function toItemInput(input: Json, place: { readonly item: Json; readonly index: number }): JsonObject {
  const rest = isJsonObject(input) ? Object.entries(input).filter(([key]) => key !== 'items') : [];
  const own = isJsonObject(place.item) ? Object.entries(place.item) : [];
  return jsonObject([...rest, ['item', place.item], ['index', place.index], ...own]);
}
