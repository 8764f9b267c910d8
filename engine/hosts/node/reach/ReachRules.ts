import type { ReachEntry, ReachLists } from '../../../serveConfig/index.ts';
import { matcherOf, type ReachTarget } from './matchEntry.ts';
import type { OwnPlaces } from './OwnPlaces.ts';
import { findSpecial } from './specialRanges.ts';

/** Why a target may not be reached. */
export type ReachRefusal =
  /** An entry of `deny`; `workflow` null: that of all. */
  | { readonly type: 'denied'; readonly entry: string; readonly workflow: string | null }
  | { readonly type: 'special'; readonly kind: string; readonly words: string };

interface Level {
  readonly workflow: string | null;
  readonly allow: readonly Rule[];
  readonly deny: readonly Rule[];
}

interface Rule {
  readonly entry: ReachEntry;
  readonly fits: (target: ReachTarget) => boolean;
}

/**
 * What the calls of a workflow may reach. The first that says something of a target decides:
 *
 * | what says it                    | the target    |
 * |---------------------------------|---------------|
 * | `deny` of the workflow          | is refused    |
 * | `allow` of the workflow         | may be called |
 * | `deny`, `allow` of all          | likewise      |
 * | the server itself, its computer | is refused    |
 * | a special range of addresses    | is refused    |
 * | nothing                         | may be called |
 *
 * The server itself is allowed by entries with its port alone: who allows a program next to it does not mean it.
 */
export class ReachRules {
  readonly #levels: readonly Level[];
  readonly #own: OwnPlaces;

  constructor(levels: readonly (ReachLists & { readonly workflow: string | null })[], own: OwnPlaces) {
    this.#own = own;
    this.#levels = levels.map(({ workflow, allow, deny }) => ({
      workflow,
      allow: allow.map(toRule),
      deny: deny.map(toRule),
    }));
  }

  /** Why a target may not be reached; null where it may. */
  refuse(target: ReachTarget): ReachRefusal | null {
    const isOwn = this.#own.isServer(target);
    for (const { workflow, allow, deny } of this.#levels) {
      const denied = deny.find(({ fits }) => fits(target));
      if (denied !== undefined) return { type: 'denied', entry: denied.entry.text, workflow };
      if (allow.some(({ entry, fits }) => fits(target) && (!isOwn || entry.port !== null))) return null;
    }
    if (isOwn) return { type: 'special', kind: 'own', words: 'this server itself' };
    const special = findSpecial(target.address);
    if (special !== null) return { type: 'special', ...special };
    return this.#own.isComputer(target.address) ? { type: 'special', kind: 'loopback', words: 'this computer' } : null;
  }
}

function toRule(entry: ReachEntry): Rule {
  return { entry, fits: matcherOf(entry) };
}
