import type { Transaction } from '#engine';
import type { SessionState } from '../store/State.ts';
import { session, update } from '../store/store.ts';
import { analysisOf, importedFiles } from './analysis.ts';
import { reachesMore, reachReader } from './reach.ts';
import { documentRuntime } from './runtime.ts';

/** Lets files run, and reach what they name. Only the answer to the question of trust calls it. */
export function trust(paths: readonly string[]): void {
  const {
    document: { untrusted },
  } = session.getState();
  for (const path of paths) documentRuntime.onceUntrusted.add(path);
  update({ document: { untrusted: new Set([...untrusted].filter((path) => !paths.includes(path))) } });
}

/** A file and what it imports, as far as they are not trusted yet; empty when a run of it may start. */
export function untrustedOf(state: SessionState, path: string): readonly string[] {
  if (state.document.untrusted.size === 0) return [];
  return [...new Set([path, ...importedFiles(state, path).keys()])].filter((each) =>
    state.document.untrusted.has(each),
  );
}

/** A transaction that was applied. */
export interface AppliedTransaction {
  readonly before: SessionState;
  /** With its marks under the names that files have now. */
  readonly after: SessionState;
  readonly transaction: Transaction;
  /** True: it was undone or redone. */
  readonly isMove: boolean;
}

/** Which files are not trusted after a transaction: the one place that decides from where a text comes. */
export function untrustedAfter(applied: AppliedTransaction): ReadonlySet<string> {
  const { after, transaction, isMove } = applied;
  for (const change of transaction.changes)
    if (change.type === 'move' && documentRuntime.onceUntrusted.has(change.path))
      documentRuntime.onceUntrusted.add(change.to);
  const written = listWritten(applied);
  const isDoubtful = isMove
    ? (path: string) => documentRuntime.onceUntrusted.has(path) && mayHaveGrown(applied, path)
    : DECIDE[findRule(transaction)](applied, written);
  const doubtful = written.filter((path) => !after.document.untrusted.has(path) && isDoubtful(path));
  return doubtful.length === 0 ? after.document.untrusted : new Set([...after.document.untrusted, ...doubtful]);
}

type Decide = (applied: AppliedTransaction, written: readonly string[]) => (path: string) => boolean;

const DECIDE = {
  own: () => () => false,
  foreign: () => () => true,
  enlarging: (applied) => (path) => mayHaveGrown(applied, path),
  derived: (applied, written) => {
    const isTainted = isMadeOfUntrusted(applied, written);
    return () => isTainted;
  },
} satisfies Record<TrustRule, Decide>;

/** Commands change what is here; a file that none of the known ways brought may be anybody's. */
function findRule({ origin, changes }: Transaction): TrustRule {
  return ruleOf(origin) ?? (changes.some(({ type }) => type === 'create') ? 'foreign' : 'own');
}

/** The files that a transaction created or changed, and that are still here. */
function listWritten({ after, transaction }: AppliedTransaction): readonly string[] {
  const written = transaction.changes.flatMap(({ type, path }) => (type === 'create' || type === 'edit' ? [path] : []));
  return [...new Set(written)].filter((path) => after.document.workspace.files.has(path));
}

/** Whether any file that a text can have been made from is not trusted: one it was in, imported, or is a copy of. */
function isMadeOfUntrusted({ before, after }: AppliedTransaction, written: readonly string[]): boolean {
  const sources = written.flatMap((path) => [path, ...importedFiles(before, path).keys()]);
  const texts = new Set(
    written.map((path) => after.document.workspace.files.get(path)).filter((text) => text?.trim() !== ''),
  );
  return [...before.document.untrusted].some(
    (path) => sources.includes(path) || texts.has(before.document.workspace.files.get(path)),
  );
}

/**
 * Whether a file may reach more than before. What cannot be read says nothing of what it will reach once it can; and where
 * anything is reached already, more of it cannot be seen. Nothing is known either before what reads it is loaded.
 */
function mayHaveGrown({ before, after, transaction }: AppliedTransaction, path: string): boolean {
  const text = before.document.workspace.files.get(path);
  const reader = reachReader.loaded();
  const now = reader?.reachOfFile(after, path) ?? null;
  if (text === undefined || reader === null || now === null || analysisOf(after, path, 'own')?.isBroken === true)
    return true;
  const old = reader.reachOfSource(path, text, before.document.workspace.files);
  return reachesMore(now, old) || (now.isAnywhere && !isPlain(transaction, path));
}

/** Whether nothing but words was written: no key, no list, no template. */
function isPlain({ changes }: Transaction, path: string): boolean {
  return changes.every(
    (change) =>
      change.path !== path || (change.type === 'edit' && change.edits.every(({ text }) => !/[\n\r:{}]/.test(text))),
  );
}

/**
 * What a way into the workspace means for trust:
 *
 * | rule | the files it writes |
 * |---|---|
 * | own | stay as they are: a user typed or chose it in this app |
 * | foreign | are not trusted: somebody else may have written it |
 * | enlarging | are not trusted where they then reach more than before |
 * | derived | are as trusted as the files of the workspace that it is made from |
 */
type TrustRule = 'own' | 'foreign' | 'enlarging' | 'derived';

/**
 * Every way text gets into the workspace (docs/decisions/0024). A new one is a type error at `writeFiles`, `createFile` and
 * `replaceFileText` until it is listed here; a transaction of any other origin that creates a file counts as foreign.
 */
const TEXT_SOURCES = {
  /** A blank file, a template or a sample of the app. */
  'files.create': 'own',
  /** Back from the clipboard, and copied in this app out of a trusted file. */
  'files.copy': 'own',
  /** The text of a run that was started here. */
  'files.recorded': 'own',
  /** Removed here before: what is not trusted stays so. */
  'files.restore': 'own',
  'files.remove': 'own',
  'files.duplicate': 'derived',
  'files.import': 'foreign',
  'files.folder': 'foreign',
  /** Another program changed it in the open folder. */
  'files.disk': 'foreign',
  /** Made of what is here and of what another program wrote. */
  'files.merge': 'foreign',
  'files.paste': 'foreign',
  /** The text of a run that came from a file. */
  'files.imported-run': 'foreign',
  'source.type': 'own',
  'source.paste': 'enlarging',
  'source.fix': 'own',
  'problems.fix': 'own',
  /** Expectations of a test, as a person saw them before. */
  'tests.update': 'own',
  /** What others answered to the calls of a test, which no one has read. */
  'tests.record': 'enlarging',
  /** Found and replaced by a user who saw each place. */
  'find.replace': 'own',
  /** A text that a file had before; no one may have trusted it then. */
  'versions.restore': 'enlarging',
  /** What a program proposed, and a person took after seeing it. */
  proposal: 'enlarging',
  pasteTasks: 'foreign',
  'pasteTasks.copy': 'own',
  extractToFile: 'derived',
  inlineImport: 'derived',
} as const satisfies Readonly<Record<string, TrustRule>>;

type SourceName = keyof typeof TEXT_SOURCES;

/** A way in, and after a colon its subject where steps of one subject join in history. */
export type TextSource = SourceName | `${SourceName}:${string}`;

/** The rule for a transaction's origin, which may name its subject after a colon; null for a command that brings no text. */
function ruleOf(origin: string): TrustRule | null {
  const name = origin.replace(/:.*$/s, '');
  return isSourceName(name) ? TEXT_SOURCES[name] : null;
}

function isSourceName(name: string): name is SourceName {
  return Object.hasOwn(TEXT_SOURCES, name);
}
