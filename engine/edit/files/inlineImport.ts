import { ok, type Result } from '../../base/index.ts';
import type { Analysis } from '../../graph/index.ts';
import { findDefinition, findImportPlace, findTask } from '../../model/index.ts';
import {
  commentStart,
  findNode,
  followAlias,
  isFirstOnLine,
  type MapNode,
  parseSyntax,
  type Syntax,
  type SyntaxNode,
  toNodeData,
} from '../../syntax/index.ts';
import type { Path, Refusal, Transaction } from '../../text/index.ts';
import { setSourceAt, sourceOf } from '../commands/setSource.ts';
import { readField } from '../find/readField.ts';
import { refuse, withTaskNames } from '../find/refuse.ts';
import { mergedWorkflow } from '../rename/renameAcross.ts';
import { findResource } from '../rename/renameResource.ts';
import { editFile, findSyntaxRefusal, removePath, type Step, setAt } from '../steps/editFile.ts';
import { type Files, openFiles } from '../steps/workspaceFiles.ts';
import { rebaseImports } from './definitionText.ts';
import { type DefinitionName, findDefinitionPath } from './extractToFile.ts';

/** Keys whose maps are merged key by key (format.md 3). */
const DEEP: ReadonlySet<string> = new Set(['config', 'env', 'with', 'schema']);

/**
 * Writes what a definition imports in its place, as it is written there, under the keys that are here already; the imported
 * file stays as it is. Where that imports in turn, its `import` comes along and leads to the same definition. Refused with
 * `NOT_IMPORTED`, and with `IMPORT_NOT_FOUND` where the import leads nowhere.
 */
export function inlineImport(
  analysis: Analysis,
  { kind, id, files }: DefinitionName & { readonly files: Files },
): Result<Transaction, Refusal> {
  const refusal = findSyntaxRefusal(analysis);
  if (refusal) return refusal;
  const place = findPlace(analysis, { kind, id }, files);
  if (!place.ok) return place;
  const written = readField(analysis.syntax, [...place.value, 'import']);
  if (typeof written !== 'string' || written === '') {
    return withTaskNames(analysis, refuse('NOT_IMPORTED', id, `“${id}” imports nothing: it is already in this file.`));
  }
  const imported = loadDefinition(analysis, { kind, written, files });
  if (!imported.ok) return imported;
  const { node, syntax } = imported.value;
  const nested = toNodeData(node.entries.find(({ key }) => key === 'import')?.value ?? null);
  const target = [...place.value, 'import'];
  const steps = [
    ...mergeInto(analysis.syntax, place.value, { syntax, node, isTop: true }),
    typeof nested === 'string' ? setAt(target, nested) : removePath(target),
  ];
  return editFile(analysis, { origin: `inlineImport:${kind}.${id}`, steps });
}

/** The path of the definition, also when it has its id from what it imports. */
function findPlace(analysis: Analysis, name: DefinitionName, files: Files): Result<Path, Refusal> {
  const own = findDefinitionPath(analysis, name);
  if (own.ok) return own;
  const merged = mergedWorkflow(openFiles(files, analysis), analysis);
  const found =
    name.kind === 'task' ? findTask(merged, name.id) : findResource(merged, { kind: name.kind, id: name.id });
  return found ? ok(found.path) : own;
}

interface Import {
  readonly kind: DefinitionName['kind'];
  readonly written: string;
  readonly files: Files;
}

interface Definition {
  readonly syntax: Syntax;
  readonly node: MapNode;
}

/** The definition an import leads to, its own imports written as they would be here. */
function loadDefinition(analysis: Analysis, { kind, written, files }: Import): Result<Definition, Refusal> {
  const place = findImportPlace(written, analysis.path, files);
  if (!('file' in place)) return refuse('IMPORT_NOT_FOUND', written, place.message);
  const text = place.file === analysis.path ? analysis.syntax.text : files.get(place.file);
  if (text === undefined) {
    return refuse('IMPORT_NOT_FOUND', written, `There is no file “${place.file}” in this workspace.`);
  }
  if (parseSyntax(text).errors.some(({ severity }) => severity === 'error')) {
    return refuse('SYNTAX_ERROR', place.file, `The YAML of “${place.file}” is broken. Fix it first.`);
  }
  const rebased = rebaseImports(text, { from: place.file, to: analysis.path, files });
  if (!rebased.ok) return rebased;
  const syntax = parseSyntax(rebased.value);
  const node = findDefinition(syntax, { kind: `${kind}s`, id: place.id, file: place.file });
  return node.ok ? ok({ syntax, node: node.value.node }) : refuse('IMPORT_NOT_FOUND', written, node.error);
}

/** The keys that are not here yet; of maps on both sides, where they merge, theirs. */
function mergeInto(local: Syntax, path: Path, { syntax, node, isTop }: Definition & { isTop: boolean }): Step[] {
  const here = followAlias(findNode(local, path) ?? null);
  const own = new Map(here?.kind === 'map' ? here.entries.map((entry) => [entry.key, entry.value]) : []);
  if (node.entries.some(({ key }) => key === '<<')) return mergeData(own, path, node);
  return node.entries.flatMap(({ key, value }): Step[] => {
    if (isTop && key === 'import') return [];
    const at = [...path, key];
    if (!own.has(key)) return [copyValue(at, syntax, value)];
    const [mine, theirs] = [followAlias(own.get(key) ?? null), followAlias(value)];
    const isDeep = !isTop || DEEP.has(key);
    if (!isDeep || mine?.kind !== 'map' || theirs?.kind !== 'map') return [];
    return mergeInto(local, at, { syntax, node: theirs, isTop: false });
  });
}

/** As values: what `<<` brings in is written elsewhere. */
function mergeData(own: ReadonlyMap<string, SyntaxNode | null>, path: Path, node: MapNode): Step[] {
  const data = toNodeData(node);
  if (!(data instanceof Map)) return [];
  return [...data].flatMap(([key, value]) =>
    own.has(String(key)) || key === 'import' ? [] : [setAt([...path, String(key)], value)],
  );
}

function copyValue(path: Path, syntax: Syntax, value: SyntaxNode | null): Step {
  const isPlain = value !== null && !hasAnchors(value) && !(value.kind === 'scalar' && /^[|>]/.test(value.source));
  if (!isPlain) return setAt(path, toNodeData(value));
  const { text } = syntax;
  const start = isFirstOnLine(text, value.start) ? commentStart(text, value.start) : value.start;
  return setSourceAt(path, sourceOf(syntax, { start, end: value.end }));
}

function hasAnchors(node: SyntaxNode | null): boolean {
  if (node === null) return false;
  if (node.anchor !== null || node.kind === 'alias') return true;
  if (node.kind === 'map') return node.entries.some((entry) => hasAnchors(entry.value));
  return node.kind === 'list' && node.items.some((item) => hasAnchors(item.value));
}
