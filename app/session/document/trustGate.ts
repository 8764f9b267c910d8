import { notify } from '../store/notices.ts';
import type { Asker, SessionState, TrustQuestion } from '../store/State.ts';
import { session, update, watch } from '../store/store.ts';
import { analysisOf, importedFiles } from './analysis.ts';
import { joinReach, type ReachReader, reachesNothing, reachReader } from './reach.ts';
import { documentRuntime } from './runtime.ts';
import { trust, untrustedOf } from './trust.ts';

/** What has to be asked before the asker reaches out; null where nothing has to be. */
export function findTrustQuestion(state: SessionState, asker: Asker, reader: ReachReader): TrustQuestion | null {
  switch (asker.type) {
    case 'person':
      return null;
    case 'file':
      return askAboutFile(state, asker, reader);
    case 'imported-run': {
      const { runId, path, source, files } = asker.run;
      if (documentRuntime.trustedRuns.has(runId)) return null;
      const texts = new Map([...files, [path, source]]);
      const reach = reader.reachOfSource(path, source, files);
      // Recorded values replace what the text says: an input that was edited, a result.
      const isAnywhere = reach.isAnywhere || reach.isSite || reach.origins.length > 0;
      return { asker, files: [], texts, reach: { ...reach, isAnywhere }, hasChanged: false };
    }
  }
}

/** Whether the asker may reach out without a question. What is still being read may not: what it imports is not known. */
export function isTrusted(asker: Asker): boolean {
  const state = session.getState();
  switch (asker.type) {
    case 'person':
      return true;
    case 'imported-run':
      return documentRuntime.trustedRuns.has(asker.run.runId);
    case 'file': {
      if (analysisOf(state, asker.path, 'own') === null) return false;
      if (untrustedFor(state, asker).length === 0) return true;
      const reader = reachReader.loaded();
      return reader !== null && findTrustQuestion(state, asker, reader) === null;
    }
  }
}

/** Whether the asker may reach out: immediately where all is trusted, else once the user says yes. */
export async function mayReachOut(asker: Asker, manner: 'asking' | 'quietly' = 'asking'): Promise<boolean> {
  if (isTrusted(asker)) return true;
  const reader = reachReader.loaded() ?? (await loadReader());
  if (reader === null) return false;
  // Only now it may be known that it reaches nothing.
  if (isTrusted(asker) || manner === 'quietly') return isTrusted(asker);
  const question = findTrustQuestion(session.getState(), asker, reader);
  if (question === null) {
    notify({ kind: 'info', message: 'The file is still being read. Try again in a moment.' });
    return false;
  }
  documentRuntime.answerTrust?.(false);
  return new Promise((resolve) => {
    const stop = watch(
      (state) => state.view.dialog,
      (dialog) => dialog !== 'trust' && settle(false),
    );
    const settle = (isTrusted: boolean): void => {
      stop();
      if (documentRuntime.answerTrust === settle) documentRuntime.answerTrust = null;
      if (session.getState().document.trustQuestion !== null) update({ document: { trustQuestion: null } });
      resolve(isTrusted);
    };
    documentRuntime.answerTrust = settle;
    update({ document: { trustQuestion: question }, view: { dialog: 'trust' } });
  });
}

async function loadReader(): Promise<ReachReader | null> {
  return reachReader.load().catch(({ message }: Error) => {
    notify({ kind: 'error', message: `What this would reach is not known, so nothing was done. ${message}` });
    return null;
  });
}

/** Does something immediately where the asker may reach out, else once the user says yes. */
export function whenTrusted(asker: Asker, proceed: () => void): void {
  if (isTrusted(asker)) proceed();
  else void mayReachOut(asker).then((isTrusted) => isTrusted && proceed());
}

/** The user's answer. A yes to texts that have changed meanwhile asks about the new ones. */
export function answerTrust(isTrusted: boolean): void {
  const state = session.getState();
  const {
    document: { trustQuestion: question },
  } = state;
  const settle = documentRuntime.answerTrust;
  if (question === null || settle === null) return;
  const reader = reachReader.loaded();
  const now = isTrusted && reader !== null ? findTrustQuestion(state, question.asker, reader) : null;
  if (now !== null && !isSame(now, question)) {
    update({ document: { trustQuestion: { ...now, hasChanged: true } } });
    return;
  }
  if (now !== null) {
    trust(now.files);
    if (now.asker.type === 'imported-run') documentRuntime.trustedRuns.add(now.asker.run.runId);
  }
  // Before the dialog closes, which means no.
  settle(isTrusted);
  update({ view: { dialog: null } });
}

/** A run that is a fork of one that the user said yes to holds nothing that was not asked about. */
export function trustFork(from: string, runId: string): void {
  if (documentRuntime.trustedRuns.has(from)) documentRuntime.trustedRuns.add(runId);
}

function askAboutFile(
  state: SessionState,
  asker: Extract<Asker, { readonly type: 'file' }>,
  { reachOfFile, reachOfSource }: ReachReader,
): TrustQuestion | null {
  const { path, defines, tests } = asker;
  const files = untrustedFor(state, asker);
  const file = files.length === 0 ? null : reachOfFile(state, path);
  if (file === null) return null;
  const part = defines === undefined ? null : reachOfSource('', JSON.stringify(defines), new Map());
  if (part !== null && reachesNothing(part)) return null;
  const own = [path, ...(tests === undefined ? [] : [tests])];
  const texts = new Map([
    ...importedFiles(state, path),
    ...own.map((each) => [each, state.document.workspace.files.get(each) ?? ''] as const),
  ]);
  const reach = part === null ? file : joinReach(file, part);
  // A variant may set any address.
  const isAnywhere = reach.isAnywhere || (tests !== undefined && files.includes(tests));
  return { asker, files, texts, reach: { ...reach, isAnywhere }, hasChanged: false };
}

/** The files that a yes to a file counts for: it, what it imports, and the tests it is played for, as far as they are not trusted yet. */
function untrustedFor(state: SessionState, { path, tests }: Extract<Asker, { type: 'file' }>): readonly string[] {
  const files = untrustedOf(state, path);
  return tests !== undefined && state.document.untrusted.has(tests) ? [...files, tests] : files;
}

function isSame(a: TrustQuestion, b: TrustQuestion): boolean {
  return (
    a.texts.size === b.texts.size &&
    [...a.texts].every(([path, text]) => b.texts.get(path) === text) &&
    a.files.length === b.files.length &&
    a.files.every((path) => b.files.includes(path))
  );
}
