import type { Data } from '../base/index.ts';
import { isHandlerName, TASK_TYPES, type TaskType, traitsOf } from '../model/index.ts';
import { propertiesAt } from '../schema/index.ts';
import { composeSteps, renameKey, setValue } from '../syntax/index.ts';
import type { Path } from '../text/index.ts';
import type { Conversion } from './Conversion.ts';
import { type Around, convertUse, type Named } from './convertUse.ts';
import { addComment, commentOut, inlineSchema, makeList } from './entries.ts';
import { move, moveEntry } from './moveEntry.ts';

/** Types of tasks that are called otherwise here. */
const TYPES: ReadonlyMap<string, TaskType> = new Map<string, TaskType>([
  ['router', 'decision'],
  ['aggregate', 'map'],
]);

/** Settings that are called otherwise here, by what a task calls them. */
const SETTINGS: ReadonlyMap<string, string> = new Map([
  ['batch', 'batch_size'],
  ['max_workers', 'max_concurrent'],
  ['wait_for', 'signal'],
]);

/** A way to treat failures as a setting, by type and word; what is not here has no counterpart. */
const STRATEGIES: ReadonlyMap<string, readonly [string, Data]> = new Map<string, readonly [string, Data]>([
  ['parallel fail_fast', ['fail_fast', true]],
  ['parallel wait_all', ['fail_fast', false]],
  ['collection fail_fast', ['continue_on_error', false]],
  ['collection best_effort', ['continue_on_error', true]],
  ['composite fail_fast', ['error_handling', 'stop']],
  ['composite best_effort', ['error_handling', 'continue']],
]);

/** Writes one task as this format has it, with the tasks inside it. */
export function convertTask(conversion: Conversion, path: Path, around: Around): void {
  convertId(conversion, path, around);
  const name = nameOf(conversion, path);
  convertUse(conversion, path, { name, around });
  convertType(conversion, path, name);
  convertBody(conversion, path, name);
  convertSettings(conversion, path, name);
  convertData(conversion, path, { name, around });
  commentRest(conversion, path, name);
  for (const child of conversion.items([...path, 'tasks'])) convertTask(conversion, child, around);
}

function nameOf(conversion: Conversion, path: Path): string {
  return conversion.givenText([...path, 'id']) ?? conversion.givenText([...path, 'use']) ?? path.join('.');
}

/** An id is never a template: what is fixed in it stays. */
function convertId(conversion: Conversion, path: Path, { ids }: Around): void {
  const at = [...path, 'id'];
  const written = conversion.text(at);
  if (written === null || !written.includes('{{')) return;
  const stem =
    written
      .replace(/\{\{[\s\S]*?\}\}/g, '')
      .replace(/[^\w-]+/g, '-')
      .replace(/^-+|-+$/g, '') || 'item';
  let id = stem;
  for (let count = 2; ids.has(id); count += 1) id = `${stem}-${count}`;
  ids.add(id);
  conversion.change(`The id “${written}” became “${id}”: one task runs for all items.`, (syntax) =>
    setValue(syntax, at, id),
  );
}

function convertType(conversion: Conversion, path: Path, name: string): void {
  const at = [...path, 'type'];
  const written = conversion.text(at);
  const isMapped = conversion.has([...path, 'outputs']) && (written === 'aggregate' || written === 'basic');
  const type = isMapped ? 'map' : written === null ? undefined : TYPES.get(written);
  if (type !== undefined && type !== written) {
    const why = written === 'basic' ? ': its “outputs” shape what it gives' : '';
    conversion.change(`“${name}”: the type “${written}” became “${type}”${why}.`, (syntax) =>
      setValue(syntax, at, type),
    );
  } else if (written !== null && !isTaskType(written)) {
    conversion.change(
      `“${name}”: the type “${written}” has no counterpart. It is a basic task now, and what it did is a comment.`,
      (syntax) =>
        composeSteps(syntax, [(now) => setValue(now, at, 'basic'), (now) => addComment(at, `was: ${written}`)(now)]),
    );
  }
  if (isMapped) {
    const note = `“${name}”: “outputs” became “config.mapping”.`;
    move(conversion, [...path, 'outputs'], [...path, 'config', 'mapping'], note);
  }
}

function isTaskType(type: string): type is TaskType {
  return TASK_TYPES.some((known) => known === type);
}

function typeOf(conversion: Conversion, path: Path): TaskType | null {
  const type = conversion.givenText([...path, 'type']);
  return type !== null && isTaskType(type) ? type : null;
}

/** The one task for each item becomes a list of one. */
function convertBody(conversion: Conversion, path: Path, name: string): void {
  const at = [...path, 'task'];
  const type = typeOf(conversion, path);
  if (conversion.map(at) === null || conversion.has([...path, 'tasks'])) return;
  if (type === null || traitsOf(type).children === 'none') return;
  conversion.change(`“${name}”: “task” became “tasks”, a list of one.`, makeList(at, 'tasks'), at);
}

/** Settings besides the task's own keys go into `config`, under the names that they have here. */
function convertSettings(conversion: Conversion, path: Path, name: string): void {
  const type = typeOf(conversion, path);
  if (type === null) return;
  convertStrategy(conversion, path, { name, type });
  const settings = new Set(propertiesAt(['tasks', 0, 'config'], { tasks: [{ type }] }).map(({ key }) => key));
  const own = knownKeys(type);
  for (const key of conversion.keys(path)) {
    const meant = SETTINGS.get(key) ?? key;
    if (own.has(key) || !settings.has(meant) || conversion.has([...path, 'config', meant])) continue;
    const note = `“${name}”: “${key}” became “config.${meant}”.`;
    move(conversion, [...path, key], [...path, 'config', meant], note);
  }
  convertDefault(conversion, path, name);
}

function convertStrategy(conversion: Conversion, path: Path, { name, type }: { name: string; type: TaskType }): void {
  const word = conversion.text([...path, 'strategy']);
  const setting = STRATEGIES.get(`${type} ${word}`);
  if (setting === undefined) return;
  const [key, value] = setting;
  conversion.change(
    `“${name}”: “strategy: ${word}” became “config.${key}: ${JSON.stringify(value)}”.`,
    (syntax) =>
      composeSteps(syntax, [
        moveEntry([...path, 'strategy'], [...path, 'config', key]),
        (now) => setValue(now, [...path, 'config', key], value),
      ]),
    [...path, 'strategy'],
  );
}

/** A default that is only an id becomes the map that it is here. */
function convertDefault(conversion: Conversion, path: Path, name: string): void {
  const at = [...path, 'config', 'default'];
  const target = conversion.text(at);
  if (target === null) return;
  conversion.change(`“${name}”: the default “${target}” became “next: ${target}”.`, (syntax) =>
    setValue(syntax, at, new Map([['next', target]])),
  );
}

/** What a task is given and gives. */
function convertData(conversion: Conversion, path: Path, { name, around }: Named): void {
  const moveKey = (key: string, to: readonly string[]): void => {
    if (!conversion.has([...path, key]) || conversion.has([...path, ...to])) return;
    move(conversion, [...path, key], [...path, ...to], `“${name}”: “${key}” became “${to.join('.')}”.`);
  };
  moveKey('prompt', ['with', 'prompt']);
  if (conversion.has([...path, 'with', 'prompt']) && !conversion.isGiven([...path, 'use']))
    conversion.note(`“${name}” has a prompt and no agent that gets it: set “use” to one.`);
  const type = typeOf(conversion, path);
  for (const key of type === 'map' ? ['input', 'output'] : ['input']) {
    inlineSchema(conversion, [...path, key], around.schemas);
    moveKey(key, ['schema', key]);
  }
  readBareNames(conversion, path, name);
  convertRetries(conversion, path, name);
}

/** A condition that is the name of something in `with` reads it of `input`. */
function readBareNames(conversion: Conversion, path: Path, name: string): void {
  const at = [...path, 'config', 'condition'];
  const condition = conversion.text(at)?.trim() ?? '';
  if (!conversion.has([...path, 'with', condition]) || !/^[A-Za-z_]\w*$/.test(condition)) return;
  const read = `input.${condition}`;
  conversion.change(`“${name}”: the condition “${condition}” became “${read}”.`, (syntax) =>
    setValue(syntax, at, read),
  );
}

function convertRetries(conversion: Conversion, path: Path, name: string): void {
  const at = [...path, 'retries'];
  const attempts = conversion.data(at);
  if (typeof attempts !== 'number' || conversion.has([...path, 'retry'])) return;
  const retry = new Map<string, Data>([
    ['attempts', attempts],
    ['backoff', 'exponential'],
    ['interval', '1s'],
  ]);
  conversion.change(
    `“${name}”: “retries: ${attempts}” became “retry”, exponential from one second on.`,
    (syntax) =>
      composeSteps(syntax, [(now) => renameKey(now, at, 'retry'), (now) => setValue(now, [...path, 'retry'], retry)]),
    at,
  );
}

/** Why a key can become a comment, where that is not plain. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ['final', 'a task that leads nowhere ends its branch'],
  ['item_var', 'expressions read “item”'],
  ['index_var', 'expressions read “index”'],
]);

/** Keys without a counterpart become comments. */
function commentRest(conversion: Conversion, path: Path, name: string): void {
  const type = typeOf(conversion, path);
  const known = knownKeys(type ?? 'basic');
  for (const key of conversion.keys(path).toReversed()) {
    const isLost = key === 'action' && type === 'decision';
    if ((known.has(key) && !isLost) || isHandlerName(key) || key === '<<') continue;
    if (conversion.isLeft([...path, key])) continue;
    const reason = REASONS.get(key);
    const why = reason === undefined ? 'has no counterpart' : `is not needed: ${reason}`;
    conversion.change(`“${name}”: “${key}” ${why}. It is kept as a comment.`, commentOut([...path, key]));
  }
}

function knownKeys(type: TaskType): ReadonlySet<string> {
  return new Set(propertiesAt(['tasks', 0], { tasks: [{ type }] }).map(({ key }) => key));
}
