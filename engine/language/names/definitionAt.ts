import type { Analysis } from '../../graph/index.ts';
import { findNode, findRange } from '../../syntax/index.ts';
import { contentRange } from '../places/contentRange.ts';
import type { Definition } from '../places/LanguageItem.ts';
import { listMentions } from './mentions.ts';
import { namedAt } from './nameAt.ts';
import { type Files, keyOfNamed, type Named, resolveMention } from './resolveName.ts';

/**
 * Where what an offset names is defined: the task of a `next` or of `tasks.x`, the agent or tool of a `use`, an
 * action, a memory, a name of `env`, what an `import` or a package leads to. With the files of the workspace also in
 * another file: ranges are in the text of `path`. Null for anything else.
 */
export function definitionAt(analysis: Analysis, offset: number, files?: Files): Definition | null {
  const named = namedAt({ analysis, files }, offset);
  return named === null ? null : locateNamed(named);
}

/** The place of a definition in its document. */
export function locateNamed(named: Named): Definition {
  const { analysis, kind, path } = named;
  const { syntax } = analysis;
  if (kind === 'env') {
    const place = { analysis, files: undefined };
    const first = listMentions(analysis).find((mention) => {
      const other = mention.isDefinition && mention.kind === 'env' ? resolveMention(place, mention) : null;
      return other !== null && keyOfNamed(other) === keyOfNamed(named);
    });
    const range = first?.range ?? { start: 0, end: 0 };
    return { path: analysis.path, range, selection: range };
  }
  if (kind === 'route') {
    return { path: analysis.path, range: findRange(syntax, path, 'entry'), selection: findRange(syntax, path, 'key') };
  }
  if (path.length === 0) return { path: analysis.path, range: { start: 0, end: 0 }, selection: { start: 0, end: 0 } };
  const node = findNode(syntax, path);
  const selection = node?.kind === 'scalar' ? contentRange(node) : findRange(syntax, path, 'value');
  const range = path.length === 1 ? findRange(syntax, [], 'value') : findRange(syntax, path.slice(0, -1), 'entry');
  return { path: analysis.path, range, selection };
}
