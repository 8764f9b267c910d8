import { followAlias, type MapNode, type Syntax, type SyntaxNode } from '../../syntax/index.ts';
import type { Path } from '../../text/index.ts';
import { textOf } from '../workflow/Fields.ts';
import { findImportPlace, type ImportPlace, type Texts } from './importPlace.ts';
import { entriesOf } from './mergeDefinition.ts';

/** A definition of a file that imports another one. */
export interface ImportUse {
  readonly file: string;
  /** The definition that imports; empty where the file is the definition. */
  readonly path: Path;
  /** The list it is in; null where the file is the definition. */
  readonly kind: 'agents' | 'tools' | 'tasks' | null;
  /** Its own id; null where it takes that of what it imports. */
  readonly id: string | null;
  /** The value of `import`, as written. */
  readonly written: string;
  /** Where that leads; null where it leads nowhere in the workspace. */
  readonly place: ImportPlace | null;
}

/** Every definition of a file that imports another one (format.md 3), in document order. */
export function listImports(file: string, { root }: Syntax, texts: Texts): readonly ImportUse[] {
  const found: ImportUse[] = [];
  const visit = (node: SyntaxNode | null, path: Path, kind: ImportUse['kind']): void => {
    if (node?.kind !== 'map') return;
    const entries = entriesOf(node);
    const written = textOf(entries.get('import'));
    if (written !== null && written !== '' && isOwn(node, 'import')) {
      const place = findImportPlace(written, file, texts);
      found.push({
        file,
        path,
        kind,
        id: textOf(entries.get('id')),
        written,
        place: 'message' in place ? null : place,
      });
    }
    for (const inner of ['agents', 'tools', 'tasks'] as const) {
      const list = followAlias(entries.get(inner) ?? null);
      if (list?.kind !== 'list' || !isOwn(node, inner)) continue;
      for (const [index, item] of list.items.entries()) visit(item.value, [...path, inner, index], inner);
    }
  };
  visit(followAlias(root), [], null);
  return found;
}

/** Whether a map has a key itself: what `<<` brings in is written elsewhere. */
function isOwn(map: MapNode, key: string): boolean {
  return map.entries.some((entry) => entry.key === key);
}
