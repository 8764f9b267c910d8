import type { ReactNode } from 'react';
import { closeDialog } from '../../session/index.ts';
import { openComparison } from '../../session/relatedRuns/index.ts';
import { ArrowDownIcon, ArrowUpIcon, GitCompareIcon, InfoIcon, XIcon } from '../../ui/icons.ts';
import {
  Button,
  formatLength,
  formatMoment,
  formatStatus,
  IconButton,
  StatusMark,
  useNow,
  VisuallyHidden,
} from '../../ui/index.ts';
import { ComparePath } from './ComparePath.tsx';
import styles from './CompareView.module.css';
import { type Compared, type RunAndText, statusOfRun, workedIn } from './toCompared.ts';

export interface CompareBarProps {
  readonly compared: Compared;
  /** Which difference is looked at, from 0; -1: none. */
  readonly at: number;
  readonly count: number;
  readonly onMove: (by: 1 | -1) => void;
}

/** Which runs are compared, the comparison in a sentence, and the way from difference to difference. */
export function CompareBar({ compared, at, count, onMove }: CompareBarProps): ReactNode {
  const { older, newer, tasks, summary, isTextChanged } = compared;
  const place = at < 0 ? `${count} ${count === 1 ? 'difference' : 'differences'}` : `${at + 1} of ${count}`;
  const chosen = tasks.filter(({ mark }) => mark.verdict !== 'same')[at];
  return (
    <header className={styles.bar}>
      <ComparePath file={newer.run.path} />
      <div className={styles.heads}>
        <RunHead word="Older" side={older} />
        <RunHead word="Newer" side={newer} />
        <Button
          size="small"
          variant="ghost"
          icon={<GitCompareIcon />}
          onClick={() => openComparison(newer.run.runId)}
          title="Compare the newer run with another one"
        >
          Choose another
        </Button>
      </div>
      <div className={styles.moves}>
        <span className={styles.place} role="status">
          {place}
          {chosen && <VisuallyHidden>{`: ${chosen.name}, ${chosen.mark.words}`}</VisuallyHidden>}
        </span>
        <IconButton
          label="Previous difference"
          shortcut="Shift+N"
          icon={<ArrowUpIcon />}
          disabled={count === 0}
          onClick={() => onMove(-1)}
        />
        <IconButton
          label="Next difference"
          shortcut="N"
          icon={<ArrowDownIcon />}
          disabled={count === 0}
          onClick={() => onMove(1)}
        />
        <IconButton label="Close the comparison" shortcut="Escape" icon={<XIcon />} onClick={closeDialog} />
      </div>
      <p className={styles.summary}>
        <span>{`${summary}.`}</span>
        {isTextChanged && (
          <span className={styles.note}>
            <InfoIcon aria-hidden />
            The workflow was changed between these runs: a task that only one of them has is drawn as well.
          </span>
        )}
        {older.run.path !== newer.run.path && (
          <span className={styles.note}>
            <InfoIcon aria-hidden />
            {`These are runs of different files, ${older.run.path} and ${newer.run.path}: tasks are compared by their ids.`}
          </span>
        )}
        {[older, newer].some(({ run }) => run.view.status === 'running') && (
          <span className={styles.note}>
            <InfoIcon aria-hidden />A run has not ended yet: it is compared as far as it got, again and again.
          </span>
        )}
      </p>
    </header>
  );
}

function RunHead({ word, side: { run } }: { readonly word: string; readonly side: RunAndText }): ReactNode {
  const now = useNow(false);
  const marks = [
    ...(run.isOnNewText === true ? ['on the new text'] : []),
    ...(run.isImported === true ? ['imported'] : []),
    ...(run.forkedFrom === undefined ? [] : ['fork']),
    ...(run.simulate || run.simulated ? ['simulated'] : []),
  ];
  const worked = workedIn(run.view, run.view.idle);
  const length = worked === null ? [] : [formatLength(worked)];
  const status = statusOfRun(run);
  return (
    <div className={styles.head}>
      <span className={styles.word}>{word}</span>
      <StatusMark status={status} isDecorative />
      <span className={styles.when} title={run.path}>
        {[formatMoment(run.startedAt, now), formatStatus(status), ...length, ...marks].join(' · ')}
      </span>
    </div>
  );
}
