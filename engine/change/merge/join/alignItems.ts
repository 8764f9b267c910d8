import { diff3 } from '../diff3.ts';
import type { Entry, Slot } from '../pieces/Piece.ts';
import { plainText } from '../pieces/shiftSpan.ts';
import type { DocumentPlace, MergeEntry } from './DocumentPlace.ts';
import type { Joining } from './Joining.ts';

interface Items {
  readonly base: readonly Entry[];
  readonly ours: readonly Entry[];
  readonly theirs: readonly Entry[];
}

/** Items that have no names, by what is equal around them; as many changed ones at one place are the same ones. */
export function alignItems(
  joining: Joining,
  { base, ours, theirs }: Items,
  { place, merge }: { readonly place: DocumentPlace; readonly merge: MergeEntry },
): readonly Slot[] {
  const at = { base: 0, ours: 0, theirs: 0 };
  return diff3(base.map(textOf), ours.map(textOf), theirs.map(textOf)).flatMap((chunk): readonly Slot[] => {
    const was = base.slice(at.base, (at.base += chunk.base.length));
    const our = ours.slice(at.ours, (at.ours += chunk.ours.length));
    const their = theirs.slice(at.theirs, (at.theirs += chunk.theirs.length));
    if (chunk.kind === 'ours') return our;
    if (chunk.kind === 'theirs') return their;
    const path = [...place.path, String(at.base - was.length)];
    if (our.length === their.length && (chunk.kind === 'same' || our.length === was.length)) {
      return our.flatMap((entry, index): readonly Slot[] => {
        const other = their[index];
        const number = String(at.base - was.length + index);
        if (other === undefined) return [entry];
        return [merge({ base: was[index], ours: entry, theirs: other }, { ...place, path: [...place.path, number] })];
      });
    }
    const both = was.length === 0 ? [...our, ...their] : null;
    const kind = our.length === 0 || their.length === 0 ? 'gone' : 'value';
    return [joining.fork(path, kind, { base: was, ours: our, theirs: their, both })];
  });
}

/** What tells an item from another: of a scalar its own characters, of others all of them. */
function textOf({ value, body }: Entry): string {
  return value?.kind === 'leaf' ? plainText(value.span) : plainText(body);
}
