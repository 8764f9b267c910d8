import { type Data, isDataMap } from '../../../base/index.ts';
import { configOf, exitsOf, type Task, walkTasks } from '../../../model/index.ts';
import type { Path } from '../../../text/index.ts';
import { inferData, rootTypes, type Shape } from '../../../types/index.ts';
import { nameKinds } from '../../subject/kindWords.ts';
import { tellLostIn } from '../../subject/lostInteger.ts';
import type { Rule, Subject } from '../../subject/Rule.ts';

/** Items that no collection can go through: it takes a list, a map, null, or text that holds a list as JSON (format.md 4). */
export const checkItems: Rule = function* (subject) {
  let ways: readonly PassedSource[] | undefined;
  for (const { task } of walkTasks(subject.analysis.workflow)) {
    const { items } = configOf(task);
    if (items === undefined) continue;
    ways ??= items === null ? collectWays(subject) : undefined;
    for (const source of sourcesOf(task, items, ways ?? [])) {
      const lost = findLost(source);
      if (lost !== null) yield { code: 'NUMBER_PRECISION', path: source.path, message: lost };
      const given = describeWrong(subject, source);
      if (given === undefined) continue;
      const message = `A collection goes through a list or a map, and this gives ${given}: it fails each time. Give it the list.`;
      yield { code: 'TYPE_MISMATCH', path: source.path, message };
    }
  }
};

/** What gives a collection its items. */
interface Source {
  /** In whose scope it is evaluated. */
  readonly task: Task;
  readonly path: Path;
  readonly data: Data;
  /** Whether text is an expression also without braces. */
  readonly isBare: boolean;
}

/** Items that a handler or a route passes on. */
interface PassedSource extends Source {
  readonly targets: readonly string[];
}

/** `config.items`, else the key `items` of the input; what a handler passes hides what the task has itself. */
function sourcesOf(task: Task, items: Data, ways: readonly PassedSource[]): readonly Source[] {
  // A number or a boolean as it is written is the schema's to refuse.
  if (items !== null)
    return typeof items === 'string'
      ? [{ task, path: [...task.path, 'config', 'items'], data: items, isBare: true }]
      : [];
  const passed = ways.filter(({ targets }) => targets.includes(task.id));
  const own = itemsOf(task.with);
  return own === undefined || passed.length > 0
    ? passed
    : [{ task, path: [...task.path, 'with', 'items'], data: own, isBare: false }];
}

function collectWays({ analysis }: Subject): readonly PassedSource[] {
  const ways: PassedSource[] = [];
  for (const { task } of walkTasks(analysis.workflow)) {
    for (const { target } of exitsOf(task)) {
      const data = itemsOf(target.with);
      if (data === undefined) continue;
      ways.push({ task, path: [...target.path, 'with', 'items'], data, isBare: false, targets: target.next });
    }
  }
  return ways;
}

function itemsOf(data: Data | null): Data | undefined {
  const map = data ?? undefined;
  return isDataMap(map) ? map.get('items') : undefined;
}

/** A description of the value where it cannot be iterated; undefined where it may be. */
function describeWrong({ analysis }: Subject, { task, path, data, isBare }: Source): string | undefined {
  if (!isBare && typeof data === 'string' && !data.includes('{{')) return isJsonList(data) ? undefined : TEXT;
  const shape = inferData(data, rootTypes(analysis, task, path), { bare: isBare });
  const kinds = shape.kinds?.filter((kind) => kind !== 'null') ?? [];
  if (kinds.length === 0 || kinds.includes('list') || kinds.includes('map')) return undefined;
  if (!kinds.includes('text')) return nameKinds(kinds);
  return mayHoldList(shape) ? undefined : TEXT;
}

/** What is said of an integer in a list as JSON that no number holds; of an expression its own check says so. */
function findLost({ data, isBare }: Source): string | null {
  return isBare || typeof data !== 'string' || data.includes('{{') ? null : tellLostIn(data);
}

const TEXT = 'text that holds no list';

function mayHoldList({ values }: Shape): boolean {
  return values === undefined || values.some((value) => typeof value === 'string' && isJsonList(value));
}

function isJsonList(text: string): boolean {
  try {
    return Array.isArray(JSON.parse(text));
  } catch {
    return false;
  }
}
