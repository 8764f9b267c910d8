import type { Analysis, Diagnostic, ShownAnalysis } from '#engine';
import type { EngineConnection, EngineWorker } from '#engine/worker';
import type { CheckedText } from '../store/State.ts';

/** The first tasks of a file that the worker still reads: to be looked at, never to be edited. */
export interface Beginning extends ShownAnalysis {
  /** The part of its tasks that they are, from 0 to 1. */
  readonly share: number;
}

/** What is known of a file whose text was read. */
export interface KnownDocument {
  /** Of its last text. */
  readonly latest: Analysis;
  /** The last one whose YAML could be read. */
  readonly good: Analysis | null;
  /** `latest` with its imports resolved in these texts of the workspace. */
  resolved: { readonly texts: ReadonlyMap<string, string>; readonly analysis: Analysis } | null;
}

/** A text the worker reads, or could not read. */
export interface Reading {
  readonly path: string;
  readonly text: string;
  readonly state: 'waiting' | 'failed';
}

/** What the document slice holds next to the store while the page is open: connections, caches, and what is never drawn. */
interface DocumentRuntime {
  engine: EngineConnection | null;
  /** Reads large files in the worker; null where the page reads them all, as in tests. */
  reader: { readonly port: Pick<EngineWorker, 'readText'>; readonly keep: (analysis: Analysis) => void } | null;
  /** The active file while it is read there. */
  reading: Reading | null;
  /** What was read of its first tasks meanwhile; null where it has none to show. */
  beginning: { readonly path: string; readonly text: string; readonly found: Beginning | null } | null;
  /** Texts with a part too long to be edited here, by path. */
  readonly oversized: Map<string, string>;
  /** What was derived from texts, by path; the one used last is the last. */
  readonly documents: Map<string, KnownDocument>;
  /** Texts that cannot be read on the page until what reads every text is loaded, by path; true when others could not be read either. */
  readonly unread: Map<string, string>;
  hasMissed: boolean;
  /** The diagnostics that were put together last, and of what. */
  diagnostics: {
    readonly checked: CheckedText | null;
    readonly path: string | null;
    readonly text: string;
    readonly list: readonly Diagnostic[];
  } | null;
  /** Has the worker check the active text at once; null where none checks. Never rejects. */
  check: (() => Promise<void>) | null;
  /** The analysis made last of a text that is no longer its file's. */
  former: { readonly source: string; readonly analysis: Analysis } | null;
  /** Texts that were copied out of trusted files since the page was loaded, the newest first. */
  ownCopies: readonly string[];
  /** Files that were not trusted at some time since the page was loaded: what is undone and redone in them may be foreign. */
  readonly onceUntrusted: Set<string>;
  /** Runs that came from files and that the user has said yes to, since the page was loaded. */
  readonly trustedRuns: Set<string>;
  /** Answers the question of trust that is open. */
  answerTrust: ((isTrusted: boolean) => void) | null;
}

export const documentRuntime: DocumentRuntime = {
  engine: null,
  reader: null,
  reading: null,
  beginning: null,
  oversized: new Map(),
  documents: new Map(),
  unread: new Map(),
  hasMissed: false,
  diagnostics: null,
  check: null,
  former: null,
  ownCopies: [],
  onceUntrusted: new Set(),
  trustedRuns: new Set(),
  answerTrust: null,
};

/** For tests: forgets all of it but the connections, which whoever made them ends. */
export function resetDocumentRuntime(): void {
  const { oversized, documents, unread, onceUntrusted, trustedRuns } = documentRuntime;
  for (const kept of [oversized, documents, unread, onceUntrusted, trustedRuns]) kept.clear();
  Object.assign(documentRuntime, { beginning: null, hasMissed: false, diagnostics: null, former: null, ownCopies: [] });
}
