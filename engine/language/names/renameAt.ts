import { err, ok, type Result } from '../../base/index.ts';
import { renameDefinition, renameResource, renameRoute, renameTask } from '../../edit/index.ts';
import type { Analysis } from '../../graph/index.ts';
import { isTestFile } from '../../model/index.ts';
import { composeSteps, renameKey } from '../../syntax/index.ts';
import type { Layout, Path, Refusal, TextRange, Transaction } from '../../text/index.ts';
import { nodeOfPath } from '../places/nodeAt.ts';
import { listMentions, type Mention, type NamedKind } from './mentions.ts';
import { type Files, mentionAt, type Named, resolveMention } from './resolveName.ts';
import { roleOfKey } from './roleOf.ts';

/** A name that can be given another: its range under the cursor, and its text. */
export interface RenamePlace {
  readonly range: TextRange;
  readonly text: string;
  readonly kind: NamedKind;
  /** The file whose definition keeps its name: what is imported without an id gets one of its own here. */
  readonly keptIn?: string;
}

/** What a rename needs besides the name. */
export interface Renaming {
  readonly to: string;
  /** Texts of the workspace: what is defined in another file is renamed there, and in all files that name it. */
  readonly files?: Files | undefined;
  /** Layouts by path: cards keep their places. */
  readonly layouts?: ReadonlyMap<string, Layout> | undefined;
}

/** The name at an offset that {@link renameAt} gives another; refused with what to do instead where there is none. */
export function prepareRenameAt(analysis: Analysis, offset: number, files?: Files): Result<RenamePlace, Refusal> {
  const found = findName(analysis, offset, files);
  if (!found.ok) return found;
  const { mention, named, isTakenOver } = found.value;
  const { kind } = isTakenOver ? mention : named;
  const kept = isTakenOver ? { keptIn: named.analysis.path } : {};
  return ok({ range: mention.range, text: named.name, kind, ...kept });
}

/**
 * Gives the definition named at an offset another name, wherever it is defined and used; one transaction over all files. Where a
 * file has taken a name over from what it imports, it is renamed as on the canvas: there alone, with an id of its own. At
 * the definition and behind the `#` of an import it is renamed in all files.
 */
export function renameAt(analysis: Analysis, offset: number, renaming: Renaming): Result<Transaction, Refusal> {
  const found = findName(analysis, offset, renaming.files);
  if (!found.ok) return found;
  const { mention, named, isTakenOver } = found.value;
  return renameNamed(isTakenOver ? { ...named, analysis, kind: mention.kind } : named, renaming);
}

function renameNamed(named: Named, { to, files, layouts }: Renaming): Result<Transaction, Refusal> {
  const { analysis, kind, name } = named;
  const layout = layouts?.get(analysis.path);
  switch (kind) {
    case 'task':
      return renameTask(analysis, { id: name, to, layout, files });
    case 'agent':
    case 'tool':
    case 'memory':
      return renameResource(analysis, { kind, id: name, to, files });
    case 'action':
      return renameResource(analysis, { kind, id: name, agent: named.owner, to, files });
    case 'route':
      return renameRouteAt(named, to);
    case 'env':
      return renameVariable(named, to);
    case 'file':
      return renameDefinition(analysis, { to, files: files ?? new Map() });
    default:
      return kind satisfies never;
  }
}

interface FoundName {
  readonly mention: Mention;
  readonly named: Named;
  /** Whether the file has the name from what it imports, and nothing there repeats it. */
  readonly isTakenOver: boolean;
}

function findName(analysis: Analysis, offset: number, files: Files | undefined): Result<FoundName, Refusal> {
  if (analysis.isBroken)
    return refuse(
      'SYNTAX_ERROR',
      analysis.path,
      'The YAML of this file is broken. Fix the marked line first, or undo.',
    );
  const place = { analysis, files };
  const mention = mentionAt(place, offset);
  if (mention === null)
    return refuse(
      'NOT_A_NAME',
      '',
      'Nothing here can be renamed. Put the cursor on the id of a task, agent, tool, action or memory, on a route, or on a name of env.',
    );
  const named = resolveMention(place, mention);
  if (named === null) return explainUnknown(mention);
  const isPath = mention.isReference === true || (mention.import !== undefined && mention.name === '');
  if (named.kind === 'file' && (isPath || named.path.length === 0))
    return refuse('IS_A_FILE', named.analysis.path, 'This leads to a whole file. Rename the file in the Files panel.');
  const isHere = named.analysis.path === analysis.path;
  const isTakenOver =
    !isHere && !isTestFile(analysis.path) && mention.import === undefined && mention.kind !== 'action';
  return ok({ mention, named, isTakenOver });
}

function explainUnknown(mention: Mention): Result<never, Refusal> {
  const { kind, name } = mention;
  if (mention.isReference || /^(?:core|mcp):/.test(name))
    return refuse('NOT_DEFINED_HERE', name, `“${name}” is not defined in this workspace, so it keeps its name.`);
  if (kind === 'task' && name === 'end') return refuse('NOT_A_NAME', name, '“end” ends the branch. It is not a task.');
  if (kind === 'env')
    return refuse(
      'NOT_DEFINED_HERE',
      name,
      `“${name}” is set by no env of this file. If it is a variable of the workspace, rename it in the Variables panel.`,
    );
  const written = mention.import?.written;
  if (written !== undefined)
    return refuse('NOT_DEFINED_HERE', written, `“${written}” leads to nothing in this workspace.`);
  return refuse('NOT_DEFINED_HERE', name, `There is no ${kind} “${name}”. Add it first, or correct this name.`);
}

/** The routes of a decision, or of an error handler. */
function renameRouteAt({ analysis, name, path }: Named, to: string): Result<Transaction, Refusal> {
  const id = nodeOfPath(analysis, path)?.id ?? '';
  return renameRoute(analysis, { id, key: name, to, of: path.includes('on_error') ? 'on_error' : 'config' });
}

/** Environment names are variables to programs, too: letters, digits and `_`. */
const VARIABLE = /^[A-Za-z_]\w*$/;

function renameVariable({ analysis, name }: Named, to: string): Result<Transaction, Refusal> {
  const origin = `renameVariable:${name}`;
  if (to === name) return ok({ origin, changes: [] });
  if (!VARIABLE.test(to))
    return refuse('INVALID_ID', to, 'A name of env has letters, digits and “_”, and begins with no digit.');
  const mentions = listMentions(analysis).filter((mention) => mention.kind === 'env');
  const isTaken = mentions.some((mention) => mention.isDefinition && mention.name === to);
  if (isTaken) return refuse('DUPLICATE_ID', to, `An env of this file sets “${to}” already. Choose another name.`);
  const own = mentions.filter((mention) => mention.name === name);
  const keys: Path[] = own
    .filter(({ path }) => roleOfKey(path) === 'env' && path.at(-1) === name)
    .map(({ path }) => path);
  const uses = own.filter((mention) => !mention.isDefinition).map(({ range }) => ({ ...range, text: to }));
  const edits = composeSteps(analysis.syntax, [
    () => ok(uses),
    ...keys.map((path) => (syntax: Analysis['syntax']) => renameKey(syntax, path, to)),
  ]);
  if (!edits.ok) return edits;
  return ok({ origin, changes: [{ type: 'edit', path: analysis.path, edits: edits.value }] });
}

function refuse(code: string, subject: string, message: string): Result<never, Refusal> {
  return err({ code, subject, message });
}
