import type { Analysis } from '../../graph/index.ts';
import { type Task, traitsOf, walkTasks } from '../../model/index.ts';
import { findNode, findRange } from '../../syntax/index.ts';
import type { Path } from '../../text/index.ts';
import type { ItemPairs } from '../align/ItemPairs.ts';
import { longestRun } from '../align/longestRun.ts';
import { compareNodes } from '../compare/compareNodes.ts';
import type { MatchedParts } from '../match/matchParts.ts';
import type { Change, DraftChange } from './Change.ts';
import { besideEdges } from './exitPlaces.ts';
import { isSamePart } from './isSamePart.ts';
import type { Names } from './Names.ts';
import type { Subject } from './Subject.ts';
import { type TaskPair, tellEdges } from './tellEdges.ts';
import { isExplained, tellField } from './tellFields.ts';

/** What is told of: both texts, and which parts are the same. */
export interface Telling {
  readonly before: Analysis;
  readonly after: Analysis;
  readonly matched: MatchedParts;
  readonly pairs: ItemPairs;
  readonly names: Names;
}

/** What became of each task, in the order of the text after; those that are gone last. */
export function tellTasks(telling: Telling): readonly DraftChange[] {
  const { tasks } = telling.matched;
  const moves = findMoves(telling);
  const beforeOf = new Map(tasks.pairs.map((pair) => [pair.after, pair] as const));
  return [
    ...walkTasks(telling.after.workflow).flatMap(({ task, parent }) => {
      const pair = beforeOf.get(task);
      if (pair === undefined) return [tellAdded(telling, task, parent)];
      return [...(moves.get(task) ?? []), ...tellPair(telling, pair)];
    }),
    ...tasks.removed.map((task) => tellRemoved(telling, task)),
  ];
}

function tellAdded({ after }: Telling, task: Task, parent: Task | null): DraftChange {
  const inside = parent === null ? '' : ` inside ${tellTask(parent)}`;
  const kind = task.type === 'unknown' ? 'task' : `${task.type} task`;
  return {
    kind: 'task.added',
    severity: 'behaviour',
    path: task.path,
    sentence: `The ${kind} ${tellTask(task)} is new${inside}.`,
    task: { before: null, after: task.id },
    before: null,
    after: findRange(after.syntax, task.path, 'entry'),
  };
}

function tellRemoved({ before }: Telling, task: Task): DraftChange {
  return {
    kind: 'task.removed',
    severity: traitsOf(task.type).waits ? 'breaking' : 'behaviour',
    path: task.path,
    sentence: `Task ${tellTask(task)} is gone.`,
    task: { before: task.id, after: null },
    before: findRange(before.syntax, task.path, 'entry'),
    after: null,
  };
}

/** Tasks that are in another container, or elsewhere in the order of the same list. */
function findMoves(telling: Telling): ReadonlyMap<Task, readonly DraftChange[]> {
  const { before, after, matched } = telling;
  const was = new Map(walkTasks(before.workflow).map((place) => [place.task, place] as const));
  const partner = new Map(matched.tasks.pairs.map((pair) => [pair.after, pair.before] as const));
  const moves = new Map<Task, readonly DraftChange[]>();
  const stays = new Map<Task | null, { readonly task: Task; readonly index: number }[]>();
  for (const { task, parent } of walkTasks(after.workflow)) {
    const old = partner.get(task);
    const place = old === undefined ? undefined : was.get(old);
    if (old === undefined || place === undefined) continue;
    const isSameParent = parent === null ? place.parent === null : partner.get(parent) === place.parent;
    if (!isSameParent) {
      const to = parent === null ? 'to the top level' : `into ${tellTask(parent)}`;
      moves.set(task, [draftMove(telling, { before: old, after: task }, 'task.moved', `moved ${to}`)]);
    } else {
      const list = stays.get(parent);
      if (list === undefined) stays.set(parent, [{ task, index: place.index }]);
      else list.push({ task, index: place.index });
    }
  }
  for (const [, list] of stays) {
    const kept = longestRun(list.map(({ index }) => index));
    for (const [place, { task }] of list.entries()) {
      const old = partner.get(task);
      if (kept.has(place) || old === undefined) continue;
      const ahead = list[place + 1];
      const where =
        ahead === undefined ? 'is now the last in its list' : `is now before ${tellTask(ahead.task)} in its list`;
      moves.set(task, [draftMove(telling, { before: old, after: task }, 'task.reordered', where)]);
    }
  }
  return moves;
}

function draftMove(
  { before, after }: Telling,
  pair: TaskPair,
  kind: 'task.moved' | 'task.reordered',
  told: string,
): DraftChange {
  const isAwaited = kind === 'task.moved' && traitsOf(pair.before.type).waits;
  return {
    kind,
    severity: isAwaited ? 'breaking' : 'behaviour',
    path: pair.after.path,
    sentence: `Task ${tellTask(pair.after)} ${told}.`,
    task: { before: pair.before.id, after: pair.after.id },
    before: findRange(before.syntax, pair.before.path, 'entry'),
    after: findRange(after.syntax, pair.after.path, 'entry'),
  };
}

function tellPair(telling: Telling, pair: TaskPair): readonly DraftChange[] {
  const { before, after, names, pairs } = telling;
  const paths = { before: pair.before.path, after: pair.after.path };
  const depth = paths.after.length;
  const differences = compareNodes(
    findNode(before.syntax, paths.before) ?? null,
    findNode(after.syntax, paths.after) ?? null,
    paths,
    {
      pairs,
      before: before.syntax.text,
      after: after.syntax.text,
      isApart: ({ after: path }) => path.length === depth + 1 && APART.has(String(path.at(-1))),
    },
  );
  if (differences.length === 0 && pair.before.id === pair.after.id && pair.before.type === pair.after.type) return [];
  const subject = taskSubject(pair);
  return [
    ...tellNames(telling, pair),
    ...tellEdges(pair, telling),
    ...differences
      .flatMap((difference) => besideEdges(difference))
      .flatMap((difference) => (isExplained(names, difference) ? [] : (tellField(subject, difference) ?? []))),
  ];
}

const APART: ReadonlySet<string> = new Set(['id', 'type', 'tasks']);

function taskSubject(pair: TaskPair): Subject {
  return {
    kind: 'task',
    intro: `In task ${tellTask(pair.after)}, `,
    task: { before: pair.before.id, after: pair.after.id },
    isSame: isSamePart(pair.before, pair.after),
    waits: traitsOf(pair.before.type).waits,
    isRead: () => true,
  };
}

/** Its id and its type. */
function tellNames(telling: Telling, pair: TaskPair): readonly DraftChange[] {
  const { before, after } = pair;
  const draft = (kind: DraftChange['kind'], key: string, sentence: string): DraftChange => {
    const range = ({ syntax }: Analysis, path: Path) => findRange(syntax, [...path, key], 'value');
    return {
      kind,
      severity: severityOfName(pair),
      path: [...after.path, key],
      sentence,
      task: { before: before.id, after: after.id },
      before: range(telling.before, before.path),
      after: range(telling.after, after.path),
    };
  };
  return [
    ...(before.id === after.id
      ? []
      : [draft('task.renamed', 'id', `Task ${tellTask(before)} is now called ${tellTask(after)}.`)]),
    ...(typeOf(before) === typeOf(after)
      ? []
      : [
          draft(
            'task.retyped',
            'type',
            `Task ${tellTask(after)} is now of type ${typeOf(after)}; it was ${typeOf(before)}.`,
          ),
        ]),
  ];
}

function severityOfName({ before }: TaskPair): Change['severity'] {
  return traitsOf(before.type).waits ? 'breaking' : 'behaviour';
}

function typeOf(task: Task): string {
  return task.type === 'unknown' ? (task.writtenType ?? 'none') : task.type;
}

/** What a sentence calls a task. */
function tellTask({ id, name, path }: Task): string {
  return `“${id || name || `number ${Number(path.at(-1)) + 1}`}”`;
}
