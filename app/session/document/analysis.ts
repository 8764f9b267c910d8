import {
  type Analysis,
  analyze,
  analyzeEdited,
  isTestFile,
  minimalEdits,
  parseSyntax,
  type ShownAnalysis,
  type Syntax,
  type TextEdit,
  type Transaction,
  type Workspace,
} from '#engine';
import { namedWorkflow, workflowOf } from '#engine/model';
import type { SessionState } from '../store/State.ts';
import { session, useSession, watch } from '../store/store.ts';
import { beginningOf } from './beginning.ts';
import { hasReader, isMuchToRead, readHere } from './reading.ts';
import { type Beginning, documentRuntime, type KnownDocument } from './runtime.ts';

/** Files whose analyses are kept, so that going back to a file costs nothing. */
const KEPT = 8;

/** The analyses of a document. Gestures edit by `own` or `resolved`; panes draw `shown` or `drawn`. */
export interface DocumentAnalyses {
  /** Of the present text; while that is broken, of what could be read. */
  readonly own: Analysis;
  /**
   * The same with its `imports` (what it imports and the packages it uses) resolved in the workspace, for commands, which
   * know the ids of imported tasks by it. Tree, workflow and graph are those of its own text.
   */
  readonly resolved: Analysis;
  /** Of the last text that could be read. It is `own` unless the present text is broken. */
  readonly shown: ShownAnalysis;
  /** The same with its imports resolved where its text is the present one: what the canvas draws. */
  readonly drawn: ShownAnalysis;
  /** Of the first tasks of a large file, while the worker reads the rest and none of the others is there; null else. */
  readonly beginning: Beginning | null;
}

type ViewName = keyof DocumentAnalyses;
type Texts = ReadonlyMap<string, string>;

const NO_TEXTS: Texts = new Map();

const VIEWS: { readonly [View in ViewName]: (document: KnownDocument, texts: Texts) => DocumentAnalyses[View] } = {
  own: ({ latest }) => latest,
  resolved: resolve,
  shown,
  drawn: (document, texts) => (shown(document) === document.latest ? resolve(document, texts) : shown(document)),
  beginning: () => null,
};

const nothing = () => null;

/** What there is of a file that is not read yet. */
const UNREAD: {
  readonly [View in ViewName]: (state: SessionState, path: string | null) => DocumentAnalyses[View] | null;
} = { own: nothing, resolved: nothing, shown: nothing, drawn: nothing, beginning: beginningOf };

/** One analysis of a file; the same object while no text changes. Null without such a file, and while the worker reads it. */
export function analysisOf<View extends ViewName>(
  state: SessionState,
  path: string | null,
  view: View,
): DocumentAnalyses[View] | null {
  const document = readDocument(state, path);
  return document === null ? UNREAD[view](state, path) : VIEWS[view](document, state.document.workspace.files);
}

/** One analysis of the active file. */
export function activeAnalysis<View extends ViewName>(view: View): DocumentAnalyses[View] | null {
  const state = session.getState();
  return analysisOf(state, state.document.activePath, view);
}

/** The same for components. */
export function useAnalysis<View extends ViewName>(view: View): DocumentAnalyses[View] | null {
  return useSession((state) => analysisOf(state, state.document.activePath, view));
}

/** Does something once the active file has been read, at once where it is: a large one is read in the worker. */
export function whenRead(act: () => void): void {
  if (activeAnalysis('shown') !== null) return act();
  const stop = watch(
    () => activeAnalysis('shown'),
    () => {
      stop();
      act();
    },
  );
}

/** Whether panes show an older text of the active file than the present one, which cannot be read. */
export function useIsStale(): boolean {
  return useSession(
    (state) =>
      analysisOf(state, state.document.activePath, 'own') !== analysisOf(state, state.document.activePath, 'shown'),
  );
}

/** The texts a file imports, and those they import, by path: all that a check or a run of it needs next to its own text. */
export function importedFiles(state: SessionState, path: string): Texts {
  return analysisOf(state, path, 'resolved')?.imports?.texts ?? NO_TEXTS;
}

/** The texts that a file is checked with: what it imports; of tests, also their workflow. */
export function relatedFiles(state: SessionState, path: string): Texts {
  if (!isTestFile(path)) return importedFiles(state, path);
  const syntax = analysisOf(state, path, 'own')?.syntax;
  const workflow = syntax === undefined ? null : workflowOf(path, namedWorkflow(syntax));
  const text = workflow === null ? undefined : state.document.workspace.files.get(workflow);
  return workflow === null || text === undefined
    ? NO_TEXTS
    : new Map(importedFiles(state, workflow)).set(workflow, text);
}

function shown({ latest, good }: KnownDocument): Analysis {
  return latest.isBroken && good !== null ? good : latest;
}

function resolve(document: KnownDocument, texts: Texts): Analysis {
  const { latest, resolved } = document;
  if (resolved?.texts === texts) return resolved.analysis;
  const analysis = readHere(() => analyze(latest.path, latest.syntax.text, latest, texts), null);
  if (analysis === null) return latest;
  document.resolved = { texts, analysis };
  return analysis;
}

function readDocument(state: SessionState, path: string | null): KnownDocument | null {
  const text = path === null ? undefined : state.document.workspace.files.get(path);
  if (path === null || text === undefined) return null;
  const before = documentRuntime.documents.get(path);
  if (before?.latest.syntax.text === text) return before;
  if (documentRuntime.unread.get(path) === text || isTooMuch(text, before?.latest)) return null;
  const analysis = readHere(() => analyze(path, text, before?.latest), null);
  if (analysis !== null) return keepAnalysis(analysis);
  documentRuntime.unread.set(path, text);
  return null;
}

/**
 * The tree of any file's present text where it is known, or little enough to be read at once; null where only the worker may
 * read it. Nothing is kept: what is known of the files that are worked on stays.
 */
export function treeOf(state: SessionState, path: string): Syntax | null {
  const text = state.document.workspace.files.get(path);
  if (text === undefined) return null;
  const known = documentRuntime.documents.get(path)?.latest.syntax;
  if (known?.text === text) return known;
  return hasReader() && isMuchToRead(text) ? null : readHere(() => parseSyntax(text), null);
}

/**
 * Derives the analyses of what a transaction edits from those of the texts before it: its edits say what to read again, so
 * that texts need not be compared. Files that are not known, and edits that only the worker may read, are omitted.
 */
export function analyzeTransaction(
  { changes }: Pick<Transaction, 'changes'>,
  { before, after }: { readonly before: Workspace; readonly after: Workspace },
): void {
  for (const change of changes) {
    const { path } = change;
    const text = after.files.get(path);
    const latest = documentRuntime.documents.get(path)?.latest;
    if (change.type !== 'edit' || text === undefined || latest?.syntax.text !== before.files.get(path)) continue;
    const isOnlyOne = changes.every((other) => other === change || other.path !== path);
    if (latest === undefined || !isOnlyOne || isTooMuch(text, latest, change.edits)) continue;
    const analysis = readHere(() => analyzeEdited(text, { previous: latest, edits: change.edits }), null);
    if (analysis !== null) keepAnalysis(analysis);
  }
}

/**
 * Whether a file's present text has to be read in the worker: most of it is new, and it is large, or what reads it is not loaded
 * here yet.
 */
export function needsReader(state: SessionState, path: string): boolean {
  const text = state.document.workspace.files.get(path);
  return text !== undefined && readDocument(state, path) === null;
}

function isTooMuch(text: string, latest: Analysis | undefined, known?: readonly TextEdit[]): boolean {
  if (!hasReader() || !isMuchToRead(text)) return false;
  const edits = latest ? (known ?? minimalEdits(latest.syntax.text, text)) : [];
  return latest === undefined || edits.some((edit) => isMuchToRead(edit.text));
}

/** Keeps what was read of a file as its latest analysis. */
export function keepAnalysis(latest: Analysis): KnownDocument {
  const { path } = latest;
  const { documents } = documentRuntime;
  const before = documents.get(path);
  const document = { latest, good: latest.isBroken ? (before?.good ?? null) : latest, resolved: null };
  documents.delete(path);
  documents.set(path, document);
  for (const oldest of documents.keys()) {
    if (documents.size <= KEPT) break;
    documents.delete(oldest);
  }
  return document;
}
