import type { Refusal } from '../text/index.ts';
import { Draft } from './Draft.ts';
import type { Files } from './Proposal.ts';
import type { ReadChange } from './readChange.ts';

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
