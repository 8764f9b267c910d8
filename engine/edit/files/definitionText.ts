import { type Data, ok, type Result } from '../../base/index.ts';
import { findImportPlace, listImports } from '../../model/index.ts';
import {
  commentStart,
  composeSteps,
  findNode,
  isFirstOnLine,
  type MapNode,
  parseSyntax,
  partEnd,
  type Syntax,
  type SyntaxNode,
  toNodeData,
} from '../../syntax/index.ts';
import { applyEdits, type Path, type Refusal } from '../../text/index.ts';
import { hasOuterAlias } from '../commands/copyTasks.ts';
import { sourceOf } from '../commands/setSource.ts';
import { removePath, type Step, setAt } from '../steps/editFile.ts';
import { type Files, formatImport } from '../steps/workspaceFiles.ts';
import { chain } from '../wrap/passedData.ts';

/**
 * The definition at a path as a text of its own, lines ended by `\n`: as it is written, moved to column 0, with the comments
 * in and next to it; from its values where it names anchors outside itself.
 */
export function definitionText(syntax: Syntax, path: Path): string {
  const node = findNode(syntax, path);
  if (node?.kind !== 'map') return '';
  if (hasOuterAlias(node)) return dataText(toNodeData(node));
  const isOnLines = node.style === 'block';
  const end = isOnLines ? partEnd(syntax.text, node) : node.end;
  return `${sourceOf(syntax, { start: node.start, end }).trimEnd()}\n`;
}

function dataText(data: Data): string {
  if (!(data instanceof Map)) return '';
  const steps = [...data].map(([key, value]): Step => setAt([String(key)], value));
  const empty = parseSyntax('');
  const edits = composeSteps(empty, steps);
  return edits.ok ? applyEdits('', edits.value) : '';
}

/** Removes a key with the comments directly above it. */
export function removeWithComments(path: Path): Step {
  const comments: Step = ({ text, root }) => {
    const holder = findHolder(root, path);
    const entry = holder?.entries.find(({ key }) => key === String(path.at(-1)));
    if (!entry || holder?.style === 'flow' || !isFirstOnLine(text, entry.start)) return ok([]);
    const start = commentStart(text, entry.start);
    return ok(start === entry.start ? [] : [{ start, end: entry.start, text: '' }]);
  };
  return chain([comments, removePath(path)]);
}

function findHolder(root: SyntaxNode | null, path: Path): MapNode | null {
  const syntax: Syntax = { text: '', root, errors: [] };
  const node = path.length === 1 ? root : findNode(syntax, path.slice(0, -1));
  return node?.kind === 'map' ? node : null;
}

/** The text of a file as it would be written in another place: relative imports lead where they led. */
export function rebaseImports(
  text: string,
  { from, to, files }: { readonly from: string; readonly to: string; readonly files: Files },
): Result<string, Refusal> {
  const syntax = parseSyntax(text);
  const steps = listImports(from, syntax, files).flatMap((use): Step[] => {
    const { place, written } = use;
    if (place === null || place.reference !== null) return [];
    const now = findImportPlace(written, to, files);
    if ('file' in now && now.file === place.file) return [];
    return [setAt([...use.path, 'import'], formatImport({ from: to, to: place.file, id: place.id }, written))];
  });
  const edits = composeSteps(syntax, steps);
  return edits.ok ? ok(applyEdits(text, edits.value)) : edits;
}
