import type { BacktestRow } from '#engine/worker';
import { relatedFiles } from '../document/analysis.ts';
import { enginePort, ignoreWorkerExit } from '../document/engine.ts';
import { readingState } from '../document/reading.ts';
import type { BacktestState } from '../store/ProofState.ts';
import type { SessionState } from '../store/State.ts';
import { session, update, watch } from '../store/store.ts';

/** How many runs are played: the newest. */
export const MOST_RUNS = 20;

/** How long the text must rest before runs are played on it, in ms. */
const REST = 1_000;

/** What runs are played on: the active file with all that it may import; null where there is nothing to play on. */
interface Subject {
  readonly path: string;
  readonly source: string;
  readonly files: ReadonlyMap<string, string>;
}

/**
 * Plays the last runs of the active file on its text whenever that rests, in the engine's worker, and keeps what comes of it in the
 * session; what is played for an older text is stopped. Answers with a function that ends this.
 */
export function startBacktests(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = 0;

  function change(): void {
    asked += 1;
    clearTimeout(timer);
    const { backtest } = session.getState().run;
    const subject = subjectOf(session.getState());
    if (backtest !== null && backtest.path !== subject?.path) update({ run: { backtest: null } });
    else if (backtest !== null) update({ run: { backtest: { ...backtest, progress: 'old' } } });
    if (subject !== null) timer = setTimeout(() => void play(subject, asked), REST);
  }

  async function play(subject: Subject, own: number): Promise<void> {
    const engine = enginePort()?.engine;
    if (engine === undefined) return;
    const isWanted = (): boolean => own === asked;
    const runs: BacktestRow[] = [];
    const show = (progress: BacktestState['progress']): void => {
      const { path, source } = subject;
      update({ run: { backtest: { path, source, runs: [...runs], progress } } });
    };
    try {
      const outcome = await engine.backtestRuns({ ...subject, runs: MOST_RUNS }, (run) => {
        if (!isWanted()) return false;
        runs.push(run);
        show('playing');
        return true;
      });
      if (!isWanted()) return;
      if (outcome === 'played') show('done');
      else update({ run: { backtest: null } });
    } catch (error) {
      ignoreWorkerExit(error);
      if (isWanted()) update({ run: { backtest: null } });
    }
  }

  change();
  const stops = [
    watch((state) => state.document.activePath, change),
    watch((state) => sourceOf(state), change),
    // A run that has ended is another one to play, and may have run this text.
    watch(lastEnded, change),
  ];
  return () => {
    asked += 1;
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}

function sourceOf({ document: { activePath, workspace } }: SessionState): string | undefined {
  return activePath === null ? undefined : workspace.files.get(activePath);
}

function lastEnded({ run: { history }, document: { activePath } }: SessionState): string | undefined {
  return history.find(({ path, endedAt }) => path === activePath && endedAt !== null)?.runId;
}

function subjectOf(state: SessionState): Subject | null {
  const { activePath: path } = state.document;
  const source = sourceOf(state);
  if (path === null || source === undefined || readingState(state) !== null) return null;
  return { path, source, files: relatedFiles(state, path) };
}
