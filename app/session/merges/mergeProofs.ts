import type { MergedRow } from '#engine/worker';
import { relatedFiles } from '../document/analysis.ts';
import { enginePort, ignoreWorkerExit } from '../document/engine.ts';
import { notify } from '../store/notices.ts';
import { session, update, watch } from '../store/store.ts';
import type { MergeSubject } from './MergeSubject.ts';
import { type ProvedTest, proveTests } from './proveTests.ts';

/** How many runs are played: the newest. */
export const MOST_RUNS = 100;

/** What tests and recorded runs say of a merged text, as far as they were played. */
export interface ProvedMerge {
  readonly subject: MergeSubject;
  readonly tests: readonly ProvedTest[];
  /** The last one first. */
  readonly runs: readonly MergedRow[];
  /** Why it is not proved, in words; else null. */
  readonly problem: string | null;
  readonly isDone: boolean;
}

/** A proof that is made. */
interface Proving {
  proved: ProvedMerge;
  isWanted: boolean;
  /** Whether the merged text is in use: the person is told then what comes of it. */
  isTaken: boolean;
}

const listeners = new Set<() => void>();

const own = {
  /** Of the merge that is looked at. */
  current: null as Proving | null,
  /** Of a merge that was made, looked at again. */
  shown: null as ProvedMerge | null,
};

/** The proof of the merge that is looked at; null: there is none. */
export function currentProof(): ProvedMerge | null {
  return own.current?.proved ?? null;
}

/** The proof of an earlier merge that is looked at; null: there is none. */
export function shownProof(): ProvedMerge | null {
  return own.shown;
}

/** Calls back after either changed. Answers with a function that stops that. */
export function onProofs(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Proves a merge in place of the one that was proved before: plays the tests of both sides, and the last runs. Nothing is reached. */
export function startProof(subject: MergeSubject): void {
  if (own.current !== null && isSame(own.current.proved.subject, subject)) return;
  dropProof();
  const proving = { proved: begun(subject), isWanted: true, isTaken: false };
  own.current = proving;
  tell();
  void prove(proving).then(() => {
    change(proving, { isDone: true });
    if (proving.isTaken) report(proving.proved);
  });
}

/** Ends the proof of the merge that is looked at. */
export function dropProof(): void {
  if (own.current === null) return;
  own.current.isWanted = false;
  own.current = null;
  tell();
}

/** Lets the proof of a merge that is in use now come to its end, and tells the person where something is wrong. */
export function takeProof(subject: MergeSubject): void {
  startProof(subject);
  const proving = own.current;
  own.current = null;
  if (proving === null) return;
  proving.isTaken = true;
  if (proving.proved.isDone) report(proving.proved);
  tell();
}

/** Ends the look at the proof of an earlier merge; what is still to be merged is asked about then. */
export function hideProof(): void {
  own.shown = null;
  const { storage, view } = session.getState();
  if (view.dialog === 'conflict' && storage.conflicts.length === 0) update({ view: { dialog: null } });
  tell();
}

async function prove(proving: Proving): Promise<void> {
  const engine = enginePort()?.engine;
  const { subject } = proving.proved;
  const { path, merged: _, ...sides } = subject;
  const state = session.getState();
  if (engine === undefined)
    return change(proving, { problem: 'The engine is not running, so the merge was not proved.' });
  try {
    await proveTests(subject, state, (tests) => {
      change(proving, { tests: [...proving.proved.tests, ...tests] });
      return proving.isWanted;
    });
    if (!proving.isWanted) return;
    const texts = { ...sides, merged: subject.merged };
    const proved = await engine.playMerge({ path, texts, files: relatedFiles(state, path), runs: MOST_RUNS }, (run) => {
      change(proving, { runs: [...proving.proved.runs, run] });
      return proving.isWanted;
    });
    if (!proved.ok) change(proving, { problem: proved.error });
  } catch (error) {
    ignoreWorkerExit(error);
    change(proving, { problem: 'The engine stopped before the merge was proved.' });
  }
}

function begun(subject: MergeSubject): ProvedMerge {
  return { subject, tests: [], runs: [], problem: null, isDone: false };
}

function change(proving: Proving, to: Partial<ProvedMerge>): void {
  proving.proved = { ...proving.proved, ...to };
  tell();
}

function tell(): void {
  for (const listener of listeners) listener();
}

function isSame(a: MergeSubject, b: MergeSubject): boolean {
  return a.path === b.path && a.merged === b.merged && a.ours === b.ours && a.theirs === b.theirs && a.base === b.base;
}

/** Tells of a merge in use that something goes in it as on neither side. */
function report(proved: ProvedMerge): void {
  const broken = proved.tests.filter(({ passesOn }) => passesOn.length > 0).length;
  const unforeseen = proved.runs.filter(({ verdict }) => verdict === 'as in neither').length;
  if (broken + unforeseen === 0) return;
  const found = [
    ...(broken === 0
      ? []
      : [`${broken} ${broken === 1 ? 'test that passes on one side fails' : 'tests that pass on one side fail'}`]),
    ...(unforeseen === 0
      ? []
      : [`${unforeseen} recorded ${unforeseen === 1 ? 'run differs' : 'runs differ'} from both sides`]),
  ];
  notify({
    kind: 'warning',
    message: `${proved.subject.path} was merged, but ${found.join(', and ')}.`,
    stays: true,
    action: { label: 'Show details', run: () => show(proved) },
  });
}

function show(proved: ProvedMerge): void {
  own.shown = proved;
  update({ view: { dialog: 'conflict' } });
  tell();
  const stop = watch(
    (state) => state.view.dialog,
    // A comparison of runs leads back to it.
    () =>
      queueMicrotask(() => {
        const { dialog } = session.getState().view;
        if (own.shown === proved && (dialog === 'conflict' || dialog === 'compare')) return;
        stop();
        if (own.shown === proved) hideProof();
      }),
  );
}
