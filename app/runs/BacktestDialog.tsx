import type { ReactNode } from 'react';
import type { BacktestRow } from '#engine/worker';
import {
  type BacktestState,
  compareOnText,
  continueOnText,
  VERDICT_WORDS,
  VERDICTS,
} from '../session/backtest/index.ts';
import { closeDialog, useSession } from '../session/index.ts';
import { GitCompareIcon, GitForkIcon } from '../ui/icons.ts';
import { Button, Dialog, formatMoment, formatStatus, StatusMark, useNow } from '../ui/index.ts';
import styles from './BacktestDialog.module.css';

/** What the last runs do on the text as it is now, by verdict. Each is compared with what it was, or continues the new text. */
export function BacktestDialog(): ReactNode {
  const backtest = useSession((state) => (state.view.dialog === 'backtest' ? state.run.backtest : null));
  if (backtest === null) return null;
  return (
    <Dialog
      isOpen
      size="large"
      title="The last runs on the text as it is now"
      description="Each is played with the input and the answers that it had, on its own clock. Nothing is sent, and nothing is kept."
      onClose={closeDialog}
    >
      <p className={styles.note} role="status">
        {describeProgress(backtest)}
      </p>
      {VERDICTS.map((verdict) => (
        <Verdict
          key={verdict}
          path={backtest.path}
          verdict={verdict}
          runs={backtest.runs.filter((run) => run.verdict === verdict)}
        />
      ))}
    </Dialog>
  );
}

function describeProgress({ runs, progress }: BacktestState): string {
  const played = `${runs.length} ${runs.length === 1 ? 'run' : 'runs'}`;
  if (progress === 'old') return 'The text has changed: they are played again in a moment.';
  return progress === 'playing' ? `${played} so far.` : `${played}.`;
}

interface VerdictProps {
  readonly path: string;
  readonly verdict: BacktestRow['verdict'];
  readonly runs: readonly BacktestRow[];
}

function Verdict({ path, verdict, runs }: VerdictProps): ReactNode {
  if (runs.length === 0) return null;
  const { head } = VERDICT_WORDS[verdict ?? 'not played'];
  return (
    <section aria-label={head}>
      <h3 className={styles.head}>
        {head} <span>{runs.length}</span>
      </h3>
      <ul className={styles.list}>
        {runs.map((run) => (
          <RunRow key={run.runId} path={path} run={run} />
        ))}
      </ul>
    </section>
  );
}

function RunRow({ path, run }: { readonly path: string; readonly run: BacktestRow }): ReactNode {
  const now = useNow(false);
  const { runId, startedAt, status, verdict } = run;
  const when = formatMoment(startedAt, now);
  const details = describeRun(run);
  return (
    <li className={styles.row}>
      <StatusMark status={status} isDecorative />
      <div className={styles.words}>
        <strong>{`${when} · ${formatStatus(status)}`}</strong>
        {details !== '' && <span>{details}</span>}
      </div>
      {verdict !== null && (
        <div className={styles.acts}>
          <Button
            size="small"
            icon={<GitCompareIcon aria-hidden />}
            aria-label={`Compare the run of ${when} with what it does now`}
            onClick={() => void compareOnText(runId)}
          >
            Compare
          </Button>
          <Button
            size="small"
            icon={<GitForkIcon aria-hidden />}
            aria-label={`Continue the run of ${when} on the new text`}
            title="Its past as far as that is the same, then the text as it is now"
            onClick={() => {
              closeDialog();
              void continueOnText({ runId, path });
            }}
          >
            Continue
          </Button>
        </div>
      )}
    </li>
  );
}

/** How many tasks are named. */
const MOST_TASKS = 4;

function describeRun({ tasks, asks, note, verdict }: BacktestRow): string {
  const named = tasks.slice(0, MOST_TASKS).map(({ task, differences }) => `${task}: ${differences.join(', ')}`);
  const more = tasks.length > MOST_TASKS ? [`and ${tasks.length - MOST_TASKS} more`] : [];
  const asked = asks.length === 0 ? [] : [`would ask for ${[...new Set(asks)].join(', ')}`];
  const told = verdict === 'the same' || note === null ? [] : [note];
  return [...asked, ...named, ...more, ...told].join('; ');
}
