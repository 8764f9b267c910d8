import { ok, type Result } from '../../base/index.ts';
import type { Analysis } from '../../graph/index.ts';
import { findDefinition, isHandlerName } from '../../model/index.ts';
import { composeSteps, findNode, insertSource, parseSyntax, type Syntax } from '../../syntax/index.ts';
import { applyEdits, type FileChange, type Path, type Refusal, type Transaction } from '../../text/index.ts';
import { findTarget, readTaskNames } from '../find/findTaskNode.ts';
import { refuse, withTaskNames } from '../find/refuse.ts';
import { findResource } from '../rename/renameResource.ts';
import { editFile, findSyntaxRefusal, hasEntry, type Step, setAt } from '../steps/editFile.ts';
import { type Files, formatImport } from '../steps/workspaceFiles.ts';
import { definitionText, rebaseImports, removeWithComments } from './definitionText.ts';

/** A definition of a file. */
export interface DefinitionName {
  readonly kind: 'task' | 'agent' | 'tool';
  readonly id: string;
}

/** A definition and the file it goes to. */
export interface Extraction extends DefinitionName {
  /** A new file that will be the definition, or a document whose list takes it; `path#id` asks for a document. */
  readonly path: string;
  /** The texts of the workspace by path. */
  readonly files: Files;
}

/**
 * Puts a definition into a separate file, or at the end of the list of a document that is there, as it is written, and leaves
 * its id with an `import`. Of a task the wiring stays too: type, name, `join`, handlers, routes and default, since they name
 * its neighbours. Its own relative imports lead where they led. Refused with `FILE_EXISTS`, `DUPLICATE_ID`, `INVALID_PATH`.
 */
export function extractToFile(analysis: Analysis, { kind, id, path, files }: Extraction): Result<Transaction, Refusal> {
  const refusal = findSyntaxRefusal(analysis);
  if (refusal) return refusal;
  const found = findDefinitionPath(analysis, { kind, id });
  if (!found.ok) return found;
  const [file = '', asked] = path.split('#');
  const name = asked || (kind === 'task' ? readTaskNames(analysis).nameOf(id) : id);
  if (!isYamlPath(file) || file === analysis.path) {
    const message = `“${file}” cannot take the definition. Name another file, ending in .yaml.`;
    return refuse('INVALID_PATH', file, message);
  }
  const parts = splitKeys(analysis.syntax, found.value, kind);
  if (parts.moved.length === 0) {
    const message = `“${id}” has only connections, which have to stay here. There is nothing to extract.`;
    return withTaskNames(analysis, refuse('NOT_EXPRESSIBLE', id, message));
  }
  const text = writeDefinition(analysis, { path: found.value, parts, file, name, files });
  if (!text.ok) return text;
  const target = writeTarget({
    file,
    kind,
    name,
    text: text.value,
    isList: asked !== undefined,
    files,
    eol: eolOf(analysis),
  });
  if (!target.ok) return target;
  const { change, hasList } = target.value;
  const written = formatImport({ from: analysis.path, to: file, id: hasList ? name : null }, './');
  const steps: Step[] = [
    ...parts.moved.filter((at) => at.join() !== 'import').map((at) => removeWithComments([...found.value, ...at])),
    setAt([...found.value, 'import'], written),
  ];
  const own = editFile(analysis, { origin: `extractToFile:${kind}.${id}`, steps });
  return own.ok ? ok({ ...own.value, changes: [change, ...own.value.changes] }) : own;
}

/** The path of a definition in its file. Refused with `UNKNOWN_TASK` or `UNKNOWN_RESOURCE`. */
export function findDefinitionPath(analysis: Analysis, { kind, id }: DefinitionName): Result<Path, Refusal> {
  if (kind === 'task') {
    const found = findTarget(analysis, id);
    return found.ok ? ok(found.value.node.task.path) : found;
  }
  const found = findResource(analysis.workflow, { kind, id });
  return found ? ok(found.path) : refuse('UNKNOWN_RESOURCE', id, `There is no ${kind} “${id}” in this file.`);
}

function isYamlPath(path: string): boolean {
  const parts = path.split('/');
  return /\.ya?ml$/i.test(path) && parts.every((part) => part.trim() !== '' && part !== '.' && part !== '..');
}

interface Parts {
  /** Keys that go, as paths inside the definition. */
  readonly moved: readonly Path[];
  /** Keys that stay, and are not written in the file. */
  readonly kept: readonly Path[];
}

/** What goes to the file: all but the id and, of a task, what names its neighbours. Type and id are written in both. */
function splitKeys(syntax: Syntax, path: Path, kind: DefinitionName['kind']): Parts {
  const node = findNode(syntax, path);
  const moved: Path[] = [];
  const kept: Path[] = [];
  for (const { key, value } of node?.kind === 'map' ? node.entries : []) {
    const isWiring = kind === 'task' && (key === 'name' || key === 'join' || key === 'disabled' || isHandlerName(key));
    if (key === 'id' || (kind === 'task' && key === 'type')) continue;
    if (isWiring) kept.push([key]);
    else if (kind === 'task' && key === 'config' && value?.kind === 'map') {
      const inner = value.entries.map((entry) => entry.key);
      const wires: readonly string[] = inner.filter((name) => name === 'routes' || name === 'default');
      for (const name of wires) kept.push([key, name]);
      if (wires.length === 0) moved.push([key]);
      else for (const name of inner) if (!wires.includes(name)) moved.push([key, name]);
    } else moved.push([key]);
  }
  return { moved, kept };
}

interface DefinitionWriting {
  readonly path: Path;
  readonly parts: Parts;
  readonly file: string;
  readonly name: string;
  readonly files: Files;
}

function writeDefinition(
  analysis: Analysis,
  { path, parts, file, name, files }: DefinitionWriting,
): Result<string, Refusal> {
  const syntax = parseSyntax(definitionText(analysis.syntax, path));
  const steps = [...parts.kept.map((at) => removeWithComments(at)), setAt(['id'], name)];
  const edits = composeSteps(syntax, steps);
  if (!edits.ok) return edits;
  return rebaseImports(applyEdits(syntax.text, edits.value), { from: analysis.path, to: file, files });
}

function eolOf({ syntax }: Analysis): string {
  return syntax.text.includes('\r\n') ? '\r\n' : '\n';
}

interface ExtractTarget {
  readonly file: string;
  readonly kind: DefinitionName['kind'];
  readonly name: string;
  readonly text: string;
  readonly isList: boolean;
  readonly files: Files;
  readonly eol: string;
}

/** The change of the file that takes the definition, and whether it is in a list there. */
function writeTarget(
  target: ExtractTarget,
): Result<{ readonly change: FileChange; readonly hasList: boolean }, Refusal> {
  const { file, kind, name, text, isList, files, eol } = target;
  const held = files.get(file);
  if (held === undefined && !isList) {
    return ok({ change: { type: 'create', path: file, text: text.replaceAll('\n', eol) }, hasList: false });
  }
  const list = `${kind}s` as const;
  const syntax = parseSyntax(held ?? '');
  if (syntax.errors.some(({ severity }) => severity === 'error')) {
    return refuse('SYNTAX_ERROR', file, `The YAML of “${file}” is broken. Fix it first, or choose another file.`);
  }
  const isDefinition = ['use', 'type', 'import'].some((key) => hasEntry(syntax, [key]));
  if (isDefinition && !hasEntry(syntax, [list])) {
    return refuse('FILE_EXISTS', file, `“${file}” is a single definition already. Choose another file.`);
  }
  if (syntax.root !== null && findDefinition(syntax, { kind: list, id: name, file }).ok) {
    return refuse(
      'DUPLICATE_ID',
      name,
      `“${file}” has a ${kind} “${name}” already. Choose another file, or rename it.`,
    );
  }
  const node = findNode(syntax, [list]);
  const count = node?.kind === 'list' ? node.items.length : 0;
  const made: Step = (current) => (hasEntry(current, [list]) ? ok([]) : setAt([list], [])(current));
  const edits = composeSteps(syntax, [made, (current) => insertSource(current, [list], count, text)]);
  if (!edits.ok) return edits;
  if (held !== undefined) return ok({ change: { type: 'edit', path: file, edits: edits.value }, hasList: true });
  const created = applyEdits('', edits.value).replace(/\r?\n/g, eol);
  return ok({ change: { type: 'create', path: file, text: created }, hasList: true });
}
