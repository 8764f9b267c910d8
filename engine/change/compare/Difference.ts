import type { SyntaxNode } from '../../syntax/index.ts';
import type { Path, TextRange } from '../../text/index.ts';

/** A place in one of the texts. */
export interface ComparedPlace {
  readonly path: Path;
  /** The same from the part that is compared. */
  readonly inside: Path;
  /** What is written there; null where nothing is. */
  readonly node: SyntaxNode | null;
  /** The value where it can be, else the whole entry. */
  readonly range: TextRange;
}

/**
 * A value that two parts do not have alike. `reordered`: the same keys in another order. An entry that one text does not have is missing
 * on that side.
 */
export type Difference =
  | { readonly kind: 'changed' | 'reordered'; readonly before: ComparedPlace; readonly after: ComparedPlace }
  | { readonly kind: 'added'; readonly before: null; readonly after: ComparedPlace }
  | { readonly kind: 'removed'; readonly before: ComparedPlace; readonly after: null };
