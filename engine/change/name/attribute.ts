import { findTask, type Workflow, walkTasks } from '../../model/index.ts';
import { pathAt } from '../../syntax/index.ts';
import { cutText, type Path, type TextRange } from '../../text/index.ts';
import type { Hunk } from '../align/Hunk.ts';
import type { DraftChange } from './Change.ts';
import type { Telling } from './tellTasks.ts';

/** A change and the hunks that make it, in order. */
export interface ToldChange {
  readonly draft: DraftChange;
  readonly hunks: readonly Hunk[];
}

/**
 * Gives each change the hunks at its places. What no change tells of follows a rename, or is apart: a comment, or the same written
 * differently. A part that moved takes with it whatever changed inside of it.
 */
export function attribute(
  drafts: readonly DraftChange[],
  hunks: readonly Hunk[],
  telling: Telling,
): readonly ToldChange[] {
  const owned = drafts.map((draft) => new Set(findHunks(hunks, draft)));
  const taken = new Set(owned.flatMap((own) => [...own]));
  const left: Hunk[] = [];
  for (const hunk of hunks) {
    if (taken.has(hunk)) continue;
    const causes = hunk.apart ? [] : findRenames(hunk, drafts, telling);
    for (const index of causes) owned[index]?.add(hunk);
    if (causes.length === 0) left.push(hunk);
  }
  const spelled = joinMovedKeys(left, owned, telling);
  joinMoves(drafts, owned);
  return [
    ...drafts.map((draft, index) => ({ draft, hunks: sortHunks(owned[index]) })),
    ...tellApart(spelled, { ...telling, pathOf: (hunk) => pathOf(hunk, telling) }),
  ];
}

function sortHunks(own: ReadonlySet<Hunk> | undefined): readonly Hunk[] {
  return [...(own ?? [])].sort((a, b) => a.order - b.order);
}

/** The hunks at the places of a change. */
function findHunks(hunks: readonly Hunk[], { before, after }: DraftChange): readonly Hunk[] {
  return [...new Set([...findAt(hunks, 'before', before), ...findAt(hunks, 'after', after)])];
}

function findAt(hunks: readonly Hunk[], side: 'before' | 'after', range: TextRange | null): readonly Hunk[] {
  if (range === null) return [];
  let [low, high] = [0, hunks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((hunks[middle]?.[side].end ?? 0) < range.start) low = middle + 1;
    else high = middle;
  }
  const found: Hunk[] = [];
  for (let index = low; index < hunks.length; index += 1) {
    const hunk = hunks[index];
    if (hunk === undefined || hunk[side].start > range.end) break;
    if (touches(hunk[side], range)) found.push(hunk);
  }
  return found;
}

/** Whether two ranges share a character; an empty range has to lie in the other one. */
function touches(a: TextRange, b: TextRange): boolean {
  if (a.start === a.end) return false;
  return b.start === b.end ? a.start <= b.start && b.start <= a.end : a.start < b.end && b.start < a.end;
}

/** The places of the renames that alone make the difference of a hunk. */
function findRenames(
  { before, after }: Hunk,
  drafts: readonly DraftChange[],
  { before: was, after: is, names }: Telling,
): readonly number[] {
  const causes = names.explain(
    was.syntax.text.slice(before.start, before.end),
    is.syntax.text.slice(after.start, after.end),
  );
  if (causes.length === 0) return [];
  const sentences = new Set(causes.map((rename) => `${rename.kind}.renamed`));
  return drafts.flatMap(({ kind, sentence }, index) =>
    sentences.has(kind) &&
    causes.some((rename) => sentence.includes(`“${rename.before}”`) && sentence.includes(`“${rename.after}”`))
      ? [index]
      : [],
  );
}

/**
 * Gives a key that goes or comes without a word to the changes that bring it in another place, or take it from there: what is in it differs
 * as well, so neither can be had without the other. Answers with the hunks that are nothing of the kind.
 */
function joinMovedKeys(left: readonly Hunk[], owned: readonly Set<Hunk>[], telling: Telling): readonly Hunk[] {
  const movers = left.map((hunk) => keyOfMoved(hunk, telling));
  if (movers.every((key) => key === null)) return left;
  const told = new Map<string, Hunk[]>();
  for (const hunk of new Set(owned.flatMap((own) => [...own]))) {
    const key = keyOfMoved(hunk, telling);
    if (key !== null) told.set(key, [...(told.get(key) ?? []), hunk]);
  }
  return left.filter((hunk, index) => {
    const key = movers[index] ?? null;
    const others = key === null ? [] : (told.get(opposite(key)) ?? []);
    const other = others.find(({ order }) => Math.abs(order - hunk.order) <= MOST_BETWEEN);
    if (other === undefined) return true;
    for (const own of owned) if (own.has(other)) own.add(hunk);
    return false;
  });
}

/** A key moves within its task, which has few others that differ. */
const MOST_BETWEEN = 20;

/** The key that a hunk brings (`+type`) or takes away (`-type`); null where it does neither. */
function keyOfMoved({ before, after, apart }: Hunk, { before: was, after: is }: Telling): string | null {
  if (apart || (before.start === before.end) === (after.start === after.end)) return null;
  const comes = before.start === before.end;
  const text = comes ? is.syntax.text.slice(after.start, after.end) : was.syntax.text.slice(before.start, before.end);
  const [, key] = /^[-\s,]*(["']?[\w$-]+["']?)\s*:/.exec(text) ?? [];
  return key === undefined ? null : `${comes ? '+' : '-'}${key}`;
}

function opposite(key: string): string {
  return `${key.startsWith('+') ? '-' : '+'}${key.slice(1)}`;
}

const MOVES: ReadonlySet<DraftChange['kind']> = new Set(['task.moved', 'task.reordered', 'task.added', 'task.removed']);

/** What moves into a new part comes with it, and the reverse, and so does what changed inside: neither can be had without the other. */
function joinMoves(drafts: readonly DraftChange[], owned: readonly Set<Hunk>[]): void {
  const holders = new Map<Hunk, Set<Hunk>>();
  for (const [index, { kind }] of drafts.entries()) {
    const own = owned[index];
    if (own === undefined || !MOVES.has(kind)) continue;
    for (const hunk of own) {
      const other = holders.get(hunk);
      if (other === undefined) holders.set(hunk, own);
      else if (other !== own) {
        for (const each of own) other.add(each);
        for (const each of other) own.add(each);
      }
    }
  }
  for (const [index, { kind }] of drafts.entries()) {
    if (MOVES.has(kind)) continue;
    const own = owned[index];
    for (const hunk of own ?? []) for (const each of holders.get(hunk) ?? []) own?.add(each);
  }
}

/** The deepest place at either end of a hunk. */
function pathOf({ after, before }: Hunk, telling: Telling): Path {
  const isGone = after.start === after.end;
  const { syntax } = isGone ? telling.before : telling.after;
  const { start, end } = isGone ? before : after;
  const [first, last] = [pathAt(syntax, start), pathAt(syntax, end)];
  return last.length > first.length ? last : first;
}

/** What is apart from what the workflow says, with the path of a hunk. */
interface Apart extends Telling {
  readonly pathOf: (hunk: Hunk) => Path;
}

/** Comments that changed, one by one, and by task what is only written differently. */
function tellApart(
  hunks: readonly Hunk[],
  apart: Apart,
): readonly { readonly draft: DraftChange; readonly hunks: readonly Hunk[] }[] {
  const told: { readonly draft: DraftChange; readonly hunks: readonly Hunk[] }[] = [];
  const spelled = new Map<string, Hunk[]>();
  for (const hunk of hunks) {
    const path = apart.pathOf(hunk);
    const comment = hunk.apart ? tellComment(hunk, apart) : null;
    if (comment !== null) {
      told.push({
        draft: draftOf('comment.changed', [hunk], {
          path,
          sentence: `${comment}${where(path, apart.after.workflow)}.`,
        }),
        hunks: [hunk],
      });
      continue;
    }
    const key = JSON.stringify(taskPath(path));
    const same = spelled.get(key);
    if (same === undefined) spelled.set(key, [hunk]);
    else same.push(hunk);
  }
  for (const [key, own] of spelled) {
    const path = JSON.parse(key) as Path;
    const sentence = `The same is written differently${where(path, apart.after.workflow)}.`;
    told.push({ draft: draftOf('spelling.changed', own, { path, sentence }), hunks: own });
  }
  return told;
}

function draftOf(
  kind: DraftChange['kind'],
  hunks: readonly Hunk[],
  { path, sentence }: Pick<DraftChange, 'path' | 'sentence'>,
): DraftChange {
  const first = hunks[0];
  const last = hunks.at(-1);
  return {
    kind,
    severity: 'cosmetic',
    path,
    sentence,
    before: { start: first?.before.start ?? 0, end: last?.before.end ?? 0 },
    after: { start: first?.after.start ?? 0, end: last?.after.end ?? 0 },
  };
}

/** What became of a comment; null where only blanks differ. */
function tellComment({ before, after }: Hunk, apart: Apart): string | null {
  const was = commentIn(apart.before.syntax.text.slice(before.start, before.end));
  const is = commentIn(apart.after.syntax.text.slice(after.start, after.end));
  if (was === is) return null;
  if (was === '') return `A comment is new: “${cutText(is, 60)}”`;
  if (is === '') return `A comment is gone: “${cutText(was, 60)}”`;
  return `A comment is now “${cutText(is, 60)}”; it was “${cutText(was, 60)}”`;
}

function commentIn(text: string): string {
  return [...text.matchAll(/#[ \t]*([^\r\n]*)/g)].map(([, words = '']) => words.trim()).join(' ');
}

function where(path: Path, workflow: Workflow): string {
  const inside = taskPath(path);
  const task =
    inside.length === 0
      ? undefined
      : walkTasks(workflow).find(({ task: each }) => JSON.stringify(each.path) === JSON.stringify(inside))?.task;
  return task === undefined || findTask(workflow, task.id) === undefined ? '' : `, in task “${task.id}”`;
}

/** The path of the innermost task that a path is in; the top-level key where it is in none. */
function taskPath(path: Path): Path {
  let end = 0;
  while (path[end] === 'tasks' && typeof path[end + 1] === 'number') end += 2;
  return path.slice(0, end);
}
