import { followAlias, type Syntax } from '../../syntax/index.ts';
import { textOf } from '../workflow/Fields.ts';
import { findImportPlace, type ImportPlace, type Texts } from './importPlace.ts';
import { entriesOf } from './mergeDefinition.ts';

/** Files that imports lead to; `load` answers null for one that cannot be read. */
export interface Files {
  readonly texts: Texts | null;
  load(place: ImportPlace): Syntax | null;
}

/** The id that what an import, written in a file, leads to has of itself or takes from elsewhere; null where it has none. */
export function findIdAt(written: string, from: string, { texts, load }: Files): string | null {
  const seen = new Set<string>();
  let at: { readonly written: string; readonly from: string } = { written, from };
  for (;;) {
    const place = findImportPlace(at.written, at.from, texts);
    if ('message' in place) return null;
    if (place.id !== null) return place.id;
    if (seen.has(place.file)) return null;
    seen.add(place.file);
    const root = followAlias(load(place)?.root ?? null);
    if (root?.kind !== 'map') return null;
    const id = textOf(entriesOf(root).get('id'));
    const next = textOf(entriesOf(root).get('import'));
    if (id !== null || next === null) return id;
    at = { written: next, from: place.file };
  }
}
