import type { Refusal } from '../text/index.ts';
import { checkFile } from './checkFile.ts';
import { Draft } from './Draft.ts';
import { ownText } from './ownText.ts';
import type { Files } from './Proposal.ts';
import type { ReadChange } from './readChange.ts';

/**
 * What each change of a proposal that applies as a whole needs of the others: without those it does not apply, or leaves an error
 * that the text does not have and the whole proposal does not leave.
 */
export function findNeeds(files: Files, changes: readonly ReadChange[]): ReadonlyMap<number, readonly number[]> {
  if (changes.length < 2) return new Map(changes.map(({ index }) => [index, []]));
  const allowed = new Set([files, playChanges(files, changes).draft.files].flatMap((each) => errorsIn(each, changes)));
  const applies = (some: readonly ReadChange[]): boolean => {
    const { draft, refused } = playChanges(files, some);
    return refused.length === 0 && errorsIn(draft.files, changes).every((error) => allowed.has(error));
  };
  return new Map(changes.map((change) => [change.index, needsOf(change, { changes, applies })]));
}

interface Among {
  readonly changes: readonly ReadChange[];
  readonly applies: (some: readonly ReadChange[]) => boolean;
}

/** Most changes among which the least set is searched by omitting one at a time; among more, names decide. */
const MOST_SEARCHED = 24;

function needsOf(change: ReadChange, { changes, applies }: Among): readonly number[] {
  if (applies([change])) return [];
  const named = namedBy(change, changes);
  const start = applies([change, ...named]) ? named : changes.filter((other) => other !== change);
  let needed = start;
  // Those that add last are omitted first.
  for (const other of start.length > MOST_SEARCHED ? [] : start.toReversed()) {
    const fewer = needed.filter((kept) => kept !== other);
    if (applies([change, ...fewer])) needed = fewer;
  }
  return needed.map(({ index }) => index);
}

/** The changes that make what a change names, and those that make what they name. */
function namedBy(change: ReadChange, changes: readonly ReadChange[]): readonly ReadChange[] {
  const found = new Set<ReadChange>();
  const open = [change];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const words = JSON.stringify(next.raw);
    for (const other of changes) {
      if (other === change || found.has(other) || !namesMade(other).some((name) => words.includes(name))) continue;
      found.add(other);
      open.push(other);
    }
  }
  return changes.filter((other) => found.has(other));
}

function namesMade({ raw, path, command }: ReadChange): readonly string[] {
  return [ownText(raw, 'id'), ownText(raw, 'to'), command === 'create' ? path : ''].filter((name) => name !== '');
}

function errorsIn(files: Files, changes: readonly ReadChange[]): readonly string[] {
  const paths = new Set(changes.map(({ path }) => path));
  return [...paths].flatMap((path) =>
    checkFile(files, path)
      .filter(({ severity }) => severity === 'error')
      .map(({ code, message }) => `${path} ${code} ${message}`),
  );
}

/** Changes that were tried, and those that no order lets apply. */
export interface Play {
  readonly draft: Draft;
  readonly refused: readonly { readonly change: ReadChange; readonly refusal: Refusal }[];
}

/** Tries changes by their phase and then their place, and those that were refused again after each one that was not. */
export function playChanges(files: Files, changes: readonly ReadChange[]): Play {
  const draft = new Draft(files);
  let pending = changes.toSorted((a, b) => a.phase - b.phase || a.index - b.index);
  for (;;) {
    const refused: { change: ReadChange; refusal: Refusal }[] = [];
    for (const change of pending) {
      const done = draft.try(change);
      if (!done.ok) refused.push({ change, refusal: done.error });
    }
    if (refused.length === 0 || refused.length === pending.length) return { draft, refused };
    pending = refused.map(({ change }) => change);
  }
}
