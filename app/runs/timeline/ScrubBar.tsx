import { memo, type ReactNode } from 'react';
import type { RunEvent } from '#engine/run';
import { useAction } from '../../actions/index.ts';
import { type ShownRun, showMoment } from '../../session/run/index.ts';
import { ChevronFirstIcon, ChevronLeftIcon, ChevronRightIcon, GitForkIcon } from '../../ui/icons.ts';
import { Button, formatLength, IconButton } from '../../ui/index.ts';
import type { RunSource } from '../parts/toRunSource.ts';
import { describeEvent } from './describeEvent.ts';
import styles from './ScrubBar.module.css';

/** An instant of a run that is looked at. */
interface Instant {
  /** What happened last; undefined while the run is shown as it is now. */
  readonly event: RunEvent | undefined;
  /** It in a line. */
  readonly text: string;
  /** How many events had happened, and how many have by now; both 0 while the run is shown as it is now. */
  readonly count: number;
  readonly total: number;
  readonly startedAt: number;
  readonly isRunning: boolean;
}

/** What of a run its scrub bar shows: nothing that changes with each event while it is shown as it is now. */
export function toInstant({ moment, events, view }: ShownRun, { nameOf }: Pick<RunSource, 'nameOf'>): Instant {
  const isRunning = view.status === 'running';
  const startedAt = view.startedAt ?? 0;
  if (moment === null) return { event: undefined, text: '', count: 0, total: 0, startedAt, isRunning };
  const event = events.at(moment.count - 1);
  if (event === undefined) return { event, text: '', count: moment.count, total: events.length, startedAt, isRunning };
  const { taskId, text: told } = describeEvent(event, { view, nameOf });
  const text = taskId === null ? told : `${nameOf(taskId)}: ${told}`;
  return { event, text, count: moment.count, total: events.length, startedAt, isRunning };
}

/** Describes the instant on screen, with the ways on from it; one button while the run is shown as it is now. */
export const ScrubBar = memo(function ScrubBar({
  event,
  text,
  count,
  total,
  startedAt,
  isRunning,
}: Instant): ReactNode {
  const fork = useAction('run.fork');
  const back = useAction('run.back');
  const ahead = useAction('run.ahead');
  return (
    <div className={styles.bar} data-replay={event !== undefined || undefined} role="group" aria-label="Replay">
      <IconButton
        size="small"
        label="To the start"
        icon={<ChevronFirstIcon />}
        disabled={count === 1}
        onClick={() => showMoment(1)}
      />
      <IconButton
        size="small"
        label="The instant before"
        shortcut="Shift+F7"
        icon={<ChevronLeftIcon />}
        disabled={count === 1}
        onClick={back.run}
      />
      <IconButton
        size="small"
        label="The instant after"
        shortcut="Shift+F8"
        icon={<ChevronRightIcon />}
        disabled={count === total}
        onClick={ahead.run}
      />
      {event === undefined ? (
        <span className={styles.words}>Drag along the time, or step back, to see any instant on the canvas.</span>
      ) : (
        <span className={styles.words}>
          <strong>Replay</strong> {formatLength(event.at - startedAt)} · event {count} of {total} · {text}
        </span>
      )}
      {event !== undefined && (
        <Button size="small" variant="ghost" onClick={() => showMoment(null)}>
          {isRunning ? 'Back to now' : 'Show the end'}
        </Button>
      )}
      <Button
        size="small"
        icon={<GitForkIcon />}
        title={
          fork.isEnabled
            ? 'Starts another run that begins as this one did up to here, paused'
            : 'Step back first: nothing comes after the end of a run'
        }
        disabled={!fork.isEnabled}
        onClick={fork.run}
      >
        Fork from here
      </Button>
    </div>
  );
});
