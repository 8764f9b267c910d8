import type { ReactNode } from 'react';
import { useAction } from '../actions/index.ts';
import { type ShownRun, showMoment } from '../session/index.ts';
import { ChevronFirstIcon, ChevronLeftIcon, ChevronRightIcon, GitForkIcon } from '../ui/icons.ts';
import { Button, formatLength, IconButton } from '../ui/index.ts';
import { describeEvent } from './describeEvent.ts';
import styles from './ScrubBar.module.css';

/** The instant that is looked at, in words, with the ways on from it; one button while the run is shown as it is now. */
export function ScrubBar({ run }: { readonly run: ShownRun }): ReactNode {
  const { moment, events, view } = run;
  const fork = useAction('run.fork');
  const back = useAction('run.back');
  const ahead = useAction('run.ahead');
  const event = moment === null ? undefined : events[moment.count - 1];
  return (
    <div className={styles.bar} data-replay={moment !== null || undefined} role="group" aria-label="Replay">
      <IconButton
        size="small"
        label="To the start"
        icon={<ChevronFirstIcon />}
        disabled={moment?.count === 1}
        onClick={() => showMoment(1)}
      />
      <IconButton
        size="small"
        label="The instant before"
        shortcut="Shift+F7"
        icon={<ChevronLeftIcon />}
        disabled={moment?.count === 1}
        onClick={back.run}
      />
      <IconButton
        size="small"
        label="The instant after"
        shortcut="Shift+F8"
        icon={<ChevronRightIcon />}
        disabled={moment === null || moment.count === events.length}
        onClick={ahead.run}
      />
      {moment === null || event === undefined ? (
        <span className={styles.words}>Drag along the time, or step back, to see any instant on the canvas.</span>
      ) : (
        <span className={styles.words}>
          <strong>Replay</strong> {formatLength(moment.at - (view.startedAt ?? moment.at))} · event {moment.count} of{' '}
          {events.length} · {'taskId' in event && event.taskId !== null ? `${event.taskId}: ` : ''}
          {describeEvent(event).text}
        </span>
      )}
      {moment !== null && (
        <Button size="small" variant="ghost" onClick={() => showMoment(null)}>
          {view.status === 'running' ? 'Back to now' : 'Show the end'}
        </Button>
      )}
      <Button
        size="small"
        icon={<GitForkIcon />}
        title="Starts another run that begins as this one did up to here, paused"
        onClick={fork.run}
      >
        Fork from here
      </Button>
    </div>
  );
}
