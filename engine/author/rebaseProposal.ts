import { err, ok, type Result } from '../base/index.ts';
import { createLineIndex, type TextEdit } from '../text/index.ts';
import { findNeeds, type Play, playChanges } from './findNeeds.ts';
import { lineEdits } from './lineEdits.ts';
import type { Files, Finding, Proposal } from './Proposal.ts';
import type { ReadChange } from './readChange.ts';
import { readChanges } from './readChanges.ts';

/** A proposal on texts that changed since it was written. */
export interface RebasedProposal {
  /** The changes that still apply, in their order; their places in the proposal before are `kept`. */
  readonly proposal: Proposal;
  readonly kept: readonly number[];
  /** The changes that somebody has made meanwhile. */
  readonly done: readonly number[];
  /** The changes that no longer apply, and why: nothing that was written meanwhile is overwritten. */
  readonly lost: readonly { readonly index: number; readonly finding: Finding }[];
}

/**
 * Brings a proposal onto texts that changed since. A change is lost where the text that it replaces or removes was changed
 * meanwhile, where it would replace what was written meanwhile, where it no longer applies, and where what it needs is lost.
 * Refused where it did not apply to the texts before.
 */
export function rebaseProposal(
  proposal: Proposal,
  before: Files,
  now: Files,
): Result<RebasedProposal, readonly Finding[]> {
  const changes = readChanges(proposal);
  if (!changes.ok) return changes;
  if (playChanges(before, changes.value).refused.length > 0) return err([notOnThese()]);
  const rebase = new Rebase(changes.value, before, now);
  const fates = changes.value.map(({ index }) => ({ index, fate: rebase.fateOf(index) }));
  const kept = fates.filter(({ fate }) => fate === 'kept').map(({ index }) => index);
  return ok({
    proposal: { ...proposal, changes: proposal.changes.filter((_, index) => kept.includes(index)) },
    kept,
    done: fates.filter(({ fate }) => fate === 'done').map(({ index }) => index),
    lost: fates.flatMap(({ index, fate }) => (typeof fate === 'string' ? [] : [{ index, finding: fate }])),
  });
}

/** What becomes of a change. */
type Fate = 'kept' | 'done' | Finding;

class Rebase {
  readonly #changes: readonly ReadChange[];
  readonly #needs: ReadonlyMap<number, readonly number[]>;
  readonly #before: Files;
  readonly #now: Files;
  readonly #fates = new Map<number, Fate>();
  readonly #between = new Map<string, readonly TextEdit[]>();

  constructor(changes: readonly ReadChange[], before: Files, now: Files) {
    this.#changes = changes;
    this.#needs = findNeeds(before, changes);
    this.#before = before;
    this.#now = now;
  }

  fateOf(index: number): Fate {
    const known = this.#fates.get(index);
    if (known !== undefined) return known;
    // Two changes that need each other are judged together, by the one asked for first.
    this.#fates.set(index, 'kept');
    const fate = this.#judge(index);
    this.#fates.set(index, fate);
    return fate;
  }

  #judge(index: number): Fate {
    const needs = this.#needs.get(index) ?? [];
    const lost = needs.find((other) => typeof this.fateOf(other) !== 'string');
    if (lost !== undefined) return needsLost(index, lost);
    const change = this.#changes.find((other) => other.index === index);
    if (change === undefined) return notOnThese();
    const needed = this.#changes.filter((other) => needs.includes(other.index));
    const missing = needed.filter((other) => this.fateOf(other.index) === 'kept');
    const then = playChanges(this.#before, [...needed, change]);
    const again = playChanges(this.#now, [...missing, change]);
    const [refused] = again.refused;
    if (refused !== undefined) {
      const { code, message } = refused.refusal;
      return { ...CHANGED, code, place: placeOf(index), message };
    }
    if (isSame(again.draft.files, playChanges(this.#now, missing).draft.files)) return 'done';
    return change.command.startsWith('rename') ? 'kept' : (this.#findOverwritten(index, then, again) ?? 'kept');
  }

  #findOverwritten(index: number, then: Play, again: Play): Finding | null {
    for (const path of new Set([...then.draft.edited, ...again.draft.edited])) {
      const text = this.#now.get(path) ?? '';
      const between = this.#betweenOf(path);
      const before = then.draft.editsOf(path).find((edit) => between.some((other) => concerns(edit, other)));
      const written = writtenRanges(between);
      const after = again.draft
        .editsOf(path)
        .find((edit) => written.some(({ start, end }) => edit.start < end && start < edit.end));
      const at = after?.start ?? (before && mapped(between, before.start));
      if (at !== undefined) return overwritten(index, path, createLineIndex(text).positionAt(at).line);
    }
    return null;
  }

  #betweenOf(path: string): readonly TextEdit[] {
    const known = this.#between.get(path);
    if (known !== undefined) return known;
    const edits = lineEdits(this.#before.get(path) ?? '', this.#now.get(path) ?? '');
    this.#between.set(path, edits);
    return edits;
  }
}

function isSame(some: Files, others: Files): boolean {
  return some.size === others.size && [...some].every(([path, text]) => others.get(path) === text);
}

/** Whether a change of the text in between is about what an edit replaces; whole lines written next to it are not. */
function concerns(edit: TextEdit, other: TextEdit): boolean {
  if (edit.start === edit.end) return other.start < edit.start && edit.start < other.end;
  if (other.start < other.end) return other.start < edit.end && edit.start < other.end;
  const isInside = edit.start < other.start && other.start < edit.end;
  return isInside || (!other.text.endsWith('\n') && edit.start <= other.start && other.start <= edit.end);
}

/** Where the texts of edits are once they were made. */
function writtenRanges(edits: readonly TextEdit[]): readonly { readonly start: number; readonly end: number }[] {
  let shift = 0;
  return edits.map(({ start, end, text }) => {
    const range = { start: start + shift, end: start + shift + text.length };
    shift += text.length - (end - start);
    return range;
  });
}

function mapped(edits: readonly TextEdit[], offset: number): number {
  return edits.reduce((at, { start, end, text }) => (end <= offset ? at + text.length - (end - start) : at), offset);
}

const CHANGED = { next: 'Read the file again and propose the change again.' };

function placeOf(index: number): string {
  return `changes[${index}]`;
}

function overwritten(index: number, path: string, line: number): Finding {
  const message = `“${path}” was changed meanwhile where this change writes, at line ${line}.`;
  return { ...CHANGED, code: 'CHANGED_MEANWHILE', place: placeOf(index), message };
}

function needsLost(index: number, lost: number): Finding {
  const message = `It needs changes[${lost}], which no longer applies.`;
  return { ...CHANGED, code: 'NEEDS_ANOTHER', place: placeOf(index), message };
}

function notOnThese(): Finding {
  const message = 'The proposal does not apply to the texts it was written on.';
  return { ...CHANGED, code: 'NOT_ON_THIS_TEXT', place: 'changes', message };
}
