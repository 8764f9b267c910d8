import type { Analysis } from '../../graph/index.ts';
import { describeHandler, type EdgeVia, exitsOf, parseVia, type Target, type Task } from '../../model/index.ts';
import { findNode, findRange } from '../../syntax/index.ts';
import type { Path, TextRange } from '../../text/index.ts';
import type { DraftChange } from './Change.ts';
import type { Names } from './Names.ts';

/** A task in both texts. */
export interface TaskPair {
  readonly before: Task;
  readonly after: Task;
}

/** What tells of edges: both texts, and what is called what. */
export interface EdgeTelling {
  readonly before: Analysis;
  readonly after: Analysis;
  readonly names: Names;
}

interface Lead {
  readonly next: readonly string[];
  readonly path: Path;
  readonly range: TextRange;
}

/** Where a task led and leads, as changes. The order of a list leads as well, and is told where a task moved. */
export function tellEdges(pair: TaskPair, telling: EdgeTelling): readonly DraftChange[] {
  const was = leadsOf(telling.before, pair.before);
  const is = leadsOf(telling.after, pair.after);
  const vias = new Set([...is.keys(), ...was.keys()]);
  return [...vias].flatMap((via) => tellVia(pair, via, { was: was.get(via), is: is.get(via), names: telling.names }));
}

function tellVia(
  { before, after }: TaskPair,
  via: EdgeVia,
  { was, is, names }: { readonly was: Lead | undefined; readonly is: Lead | undefined; readonly names: Names },
): readonly DraftChange[] {
  const old = (was?.next ?? []).map((id) => names.task(id));
  const own = is?.next ?? [];
  const gone = old.filter((id) => !own.includes(id));
  const come = own.filter((id) => !old.includes(id));
  const draft = (kind: DraftChange['kind'], told: string): DraftChange => ({
    kind,
    severity: 'behaviour',
    path: is?.path ?? was?.path ?? after.path,
    sentence: `“${after.id}” ${told}.`,
    task: { before: before.id, after: after.id },
    before: was?.range ?? null,
    after: is?.range ?? null,
  });
  const when = tellWhen(via);
  if (gone.length > 0 && gone.length === come.length)
    return [draft('edge.moved', `now leads to ${listIds(come)} ${when}, no longer to ${listIds(gone)}`)];
  if (gone.length === 0 && come.length === 0)
    return old.join('\n') === own.join('\n')
      ? []
      : [draft('edge.reordered', `leads to the same tasks in another order ${when}: ${listIds(own)}`)];
  return [
    ...come.map((id) => draft('edge.added', `now leads to ${listIds([id])} ${when}`)),
    ...gone.map((id) => draft('edge.removed', `no longer leads to ${listIds([id])} ${when}`)),
  ];
}

function leadsOf({ syntax }: Analysis, task: Task): ReadonlyMap<EdgeVia, Lead> {
  return new Map(
    exitsOf(task).flatMap(({ via, target }): [EdgeVia, Lead][] => {
      if (target.next.length === 0) return [];
      const path = pathOfNext(syntax, target);
      return [[via, { next: target.next, path, range: findRange(syntax, path, 'value') }]];
    }),
  );
}

function pathOfNext(syntax: Analysis['syntax'], { path }: Target): Path {
  return findNode(syntax, [...path, 'next']) === undefined ? path : [...path, 'next'];
}

/** When an exit is taken, as the end of a sentence. */
function tellWhen(via: EdgeVia): string {
  const exit = parseVia(via);
  switch (exit.kind) {
    case 'route':
      return exit.holder === 'on_error' ? `on the error “${exit.key}”` : `by the route “${exit.key}”`;
    case 'default':
      return 'by default';
    case 'sequence':
      return 'in the order of the list';
    case 'handler': {
      const words = describeHandler(exit.name);
      if (words === 'complete') return 'on completion';
      return words.startsWith('on ') ? words : words.startsWith('each ') ? `as ${words}` : `on ${words}`;
    }
  }
}

function listIds(ids: readonly string[]): string {
  const names = ids.map((id) => (id === 'end' ? 'the end' : `“${id}”`));
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
