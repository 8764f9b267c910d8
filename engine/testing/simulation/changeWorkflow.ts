import { isJsonObject, type Json, type JsonObject, ownValue } from '../../base/index.ts';
import type { Dice } from './Dice.ts';

/** One change of a workflow, as somebody makes it by hand. */
export interface WorkflowChange {
  /** What was changed, with its place: `t1/with/url`. */
  readonly what: string;
  readonly document: JsonObject;
}

type DraftMap = Record<string, Json>;

/** Changes a task in place, and says where; null: it has nothing of the kind. */
type Edit = (task: DraftMap, dice: Dice, siblings: readonly string[]) => string | null;

/** Changes one place of a workflow: a value, a key, where a handler leads, a retry, what is used. Null: there is nothing of the kind that was rolled. */
export function changeWorkflow(document: JsonObject, dice: Dice): WorkflowChange | null {
  const changed: DraftMap = structuredClone(document);
  const tasks = listTaskLists(changed).flatMap((list) =>
    list.map((task) => ({ task, id: idOf(task), siblings: list.map(idOf) })),
  );
  const chosen = tasks[dice.roll(tasks.length)];
  const edit = EDITS[dice.roll(EDITS.length)];
  if (chosen === undefined || edit === undefined) return null;
  const what = edit(chosen.task, dice, chosen.siblings);
  return what === null ? null : { what: `${chosen.id}/${what}`, document: changed };
}

function idOf({ id }: DraftMap): string {
  return typeof id === 'string' ? id : '';
}

function listTaskLists({ tasks }: DraftMap): readonly DraftMap[][] {
  if (!Array.isArray(tasks)) return [];
  const list = tasks.filter((task: Json): task is DraftMap => isJsonObject(task));
  return [list, ...list.flatMap(listTaskLists)];
}

const EDITS: readonly Edit[] = [
  (task, dice) => changeValue(task, 'with', dice),
  (task, dice) => changeValue(task, 'config', dice),
  (task, dice) => changeValue(task, 'config', dice),
  addToInput,
  turnHandler,
  turnHandler,
  leaveHandlerOut,
  changeRetry,
  (task) => {
    if (task['use'] === undefined) return null;
    task['use'] = 'mcp:world/other';
    return 'use';
  },
  (task) => {
    task['disabled'] = true;
    return 'disabled';
  },
  (task) => {
    if (task['join'] === undefined) return null;
    delete task['join'];
    return 'join';
  },
  (task, dice) => {
    if (task['use'] === undefined) return null;
    task['config'] = { ...mapIn(task, 'config'), timeout: dice.pick(['1ms', '3d'], '1ms') };
    return 'config/timeout';
  },
];

/** Another value at one place of a map, or one key less. Where things lead is for handlers. */
function changeValue(task: DraftMap, key: string, dice: Dice): string | null {
  const places: { readonly holder: DraftMap; readonly name: string; readonly path: string }[] = [];
  const walk = (holder: DraftMap, path: string): void => {
    for (const [name, inner] of Object.entries(holder)) {
      if (name === 'routes' || name === 'default') continue;
      if (isJsonObject(inner)) walk(inner, `${path}/${name}`);
      else places.push({ holder, name, path: `${path}/${name}` });
    }
  };
  walk(mapIn(task, key), key);
  const place = places[dice.roll(places.length)];
  if (place === undefined) return null;
  const { holder, name, path } = place;
  if (dice.chance(15)) delete holder[name];
  else holder[name] = otherValue(holder[name] ?? null, dice);
  return path;
}

function otherValue(value: Json, dice: Dice): Json {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (typeof value !== 'string') return 'other';
  const [, count, unit] = /^(\d+)(ms|s|m|h|d)$/.exec(value) ?? [];
  if (count !== undefined && unit !== undefined) return `${Number(count) * dice.pick([2, 50], 2)}${unit}`;
  if (value === 'parallel') return 'sequential';
  if (value === 'sequential') return 'parallel';
  const [, inner] = /^\{\{(.*)\}\}$/s.exec(value) ?? [];
  if (inner !== undefined) return dice.pick([`{{ [${inner}] }}`, `{{ (${inner}) == 1 }}`, '{{ null }}'], '');
  return dice.chance(50) ? `${value} ` : `!(${value})`;
}

function addToInput(task: DraftMap, dice: Dice): string {
  task['with'] = { ...mapIn(task, 'with'), added: dice.pick(['{{ 1 + 1 }}', 'x', '{{ workflow.input }}'], 'x') };
  return 'with/added';
}

/** A handler leads elsewhere, or to one more. */
function turnHandler(task: DraftMap, dice: Dice, siblings: readonly string[]): string {
  const name = dice.pick([...handlersOf(task), 'on_success', 'on_complete'], 'on_success');
  const handler = mapIn(task, name);
  const target = dice.pick([...siblings, 'end'], 'end');
  const before = handler['next'];
  const isForked = typeof before === 'string' && before !== target && dice.chance(40);
  task[name] = { ...handler, next: isForked ? [before, target] : target };
  return `${name}/next`;
}

function leaveHandlerOut(task: DraftMap, dice: Dice): string | null {
  const names = handlersOf(task);
  const name = names[dice.roll(names.length)];
  if (name === undefined) return null;
  delete task[name];
  return name;
}

function changeRetry(task: DraftMap, dice: Dice): string {
  const { attempts, ...policy } = mapIn(task, 'retry');
  if (typeof attempts !== 'number') task['retry'] = { attempts: 2, backoff: 'fixed', interval: '5ms' };
  else if (dice.chance(40)) delete task['retry'];
  else task['retry'] = { ...policy, attempts: attempts + dice.pick([1, -1], 1) };
  return 'retry';
}

function handlersOf(task: DraftMap): readonly string[] {
  return Object.keys(task).filter((key) => key.startsWith('on_'));
}

function mapIn(task: DraftMap, key: string): DraftMap {
  const value = ownValue(task, key) ?? null;
  return isJsonObject(value) ? value : {};
}
