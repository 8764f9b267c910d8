import type { Analysis } from '../../graph/index.ts';
import { isTestFile } from '../../model/index.ts';
import type { TextRange } from '../../text/index.ts';
import { listMentions, type Mention } from './mentions.ts';
import {
  analysisOf,
  type Files,
  keyOfNamed,
  type Named,
  type NamePlace,
  namedAt,
  resolveMention,
} from './resolveName.ts';

/** One place where a thing is named; `range` is in the text of `path`, and holds the name alone. */
export interface Reference {
  readonly path: string;
  readonly range: TextRange;
  readonly isDefinition: boolean;
}

/**
 * Every place that refers to what an offset names, its definition included: in this file and, with the files of the
 * workspace, in all that import it. This file comes first, then other files by path; each in the order of its text.
 */
export function referencesAt(analysis: Analysis, offset: number, files?: Files): readonly Reference[] {
  const place = { analysis, files };
  const named = namedAt(place, offset);
  return named === null ? [] : referencesTo(named, place);
}

/** Every place that names a thing, seen from one document. */
function referencesTo(named: Named, place: NamePlace): readonly Reference[] {
  return mentionsOf(named, place).map(({ analysis, mention }) => ({
    path: analysis.path,
    range: mention.range,
    isDefinition: mention.isDefinition,
  }));
}

/** Every mention of a thing, seen from one document: that one's first, then those of other files by path. */
export function mentionsOf(
  named: Named,
  place: NamePlace,
): readonly { readonly analysis: Analysis; readonly mention: Mention }[] {
  const key = keyOfNamed(named);
  return documentsNaming(named, place).flatMap((analysis) =>
    listMentions(analysis).flatMap((mention) => {
      if (mention.kind !== named.kind && mention.import === undefined && !mayMeanFile(named)) return [];
      const found = resolveMention({ analysis, files: place.files }, mention);
      return found !== null && keyOfNamed(found) === key ? [{ analysis, mention }] : [];
    }),
  );
}

/** A file that is one definition is also named by the id it gives to what imports it. */
function mayMeanFile({ kind }: Named): boolean {
  return kind === 'file';
}

/** The documents that may name something: those whose text holds its name, or the name of its file. */
function documentsNaming(named: Named, { analysis, files }: NamePlace): readonly Analysis[] {
  const others = [...(files?.keys() ?? [])].filter((path) => path !== analysis.path).toSorted();
  const file = named.analysis.path.slice(named.analysis.path.lastIndexOf('/') + 1);
  const isLocal = named.kind === 'route' || named.kind === 'env';
  const found = others.flatMap((path) => {
    if (isLocal && path !== named.analysis.path) return [];
    const text = files?.get(path) ?? '';
    const mayName =
      path === named.analysis.path || isTestFile(path) || (text.includes('import') && text.includes(stemOf(file)));
    const other = mayName ? analysisOf(files, path) : null;
    return other === null ? [] : [other];
  });
  return [analysis, ...found];
}

/** A package is named without its version and its ending. */
function stemOf(file: string): string {
  return file.replace(/\.[^.]*$/, '').replace(/@.*$/, '');
}
