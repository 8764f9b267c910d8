import { type ReactNode, useState } from 'react';
import type { Result } from '#engine';
import type { RunServer } from '#engine/worker';
import { closeDialog, notify } from '../session/index.ts';
import { openRun } from '../session/run/index.ts';
import {
  runScheduleNow,
  type ServerProblem,
  type ServerSchedule,
  setSchedulePaused,
  toServedId,
} from '../session/servers/index.ts';
import { EyeIcon, PauseIcon, PlayIcon, StepForwardIcon } from '../ui/icons.ts';
import { Badge, Button, EmptyState, formatMoment, GivenName, useNow } from '../ui/index.ts';
import styles from './ServerView.module.css';
import { explainNoChange, type SeenServer } from './useServer.ts';

interface SchedulesPartProps {
  readonly server: RunServer;
  readonly seen: SeenServer;
}

/** What a server starts by itself: at times, and for failed runs. */
export function SchedulesPart({ server, seen }: SchedulesPartProps): ReactNode {
  const { isKnown, triggers } = seen;
  const { schedules, failures } = triggers;
  return (
    <div className={styles.part}>
      {schedules.length === 0 && isKnown && (
        <EmptyState title="No schedules">
          Schedules are in signalbox.serve.yaml of the folder that is served, under “schedules”.
        </EmptyState>
      )}
      {schedules.length > 0 && (
        <ul className={styles.list} aria-label="Schedules">
          {schedules.map((schedule) => (
            <ScheduleRow key={schedule.name} schedule={schedule} server={server} seen={seen} />
          ))}
        </ul>
      )}
      {failures.length > 0 && (
        <section aria-label="When a run fails">
          <h3 className={styles.heading}>When a run fails</h3>
          <ul className={styles.list}>
            {failures.map(({ of, path, problem }) => (
              <li key={of} className={styles.row}>
                <p className={styles.facts}>
                  {of === '*' ? 'Any other workflow' : of} → <GivenName name={path} isQuoted={false} />
                </p>
                <Trouble problem={problem} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

interface ScheduleRowProps extends SchedulesPartProps {
  readonly schedule: ServerSchedule;
}

function ScheduleRow({ schedule, server, seen }: ScheduleRowProps): ReactNode {
  const { name, path, cron, timeZone, isPaused, lastRun, queued, problem } = schedule;
  const now = useNow(false);
  const { refusal, isBusy, act } = useAct(seen.refresh);
  const hint = explainNoChange(seen);
  const can = { size: 'small', disabled: hint !== undefined || isBusy, title: hint } as const;
  const start = async (): Promise<Result<unknown, ServerProblem>> => {
    const started = await runScheduleNow(server, name);
    if (started.ok)
      notify({
        kind: 'info',
        message: `A run of ${name} was started.`,
        action: { label: 'Show the run', run: () => show(started.value) },
      });
    return started;
  };
  return (
    <li className={styles.row} aria-label={name}>
      <div className={styles.title}>
        <strong>{name}</strong>
        {isPaused && <Badge tone="warning">Paused</Badge>}
      </div>
      <p className={styles.facts}>
        <GivenName name={path} isQuoted={false} /> · <code>{cron}</code>, {timeZone}
      </p>
      <p className={styles.facts}>{describeTimes(schedule, now)}</p>
      {queued > 0 && <p className={styles.facts}>{describeQueued(queued)}</p>}
      <Trouble problem={problem} />
      <Trouble problem={refusal} />
      <div className={styles.acts}>
        <Button
          {...can}
          icon={isPaused ? <StepForwardIcon /> : <PauseIcon />}
          aria-label={`${isPaused ? 'Resume' : 'Pause'} the schedule ${name}`}
          onClick={() => act(() => setSchedulePaused(server, name, !isPaused))}
        >
          {isPaused ? 'Resume' : 'Pause'}
        </Button>
        <Button {...can} icon={<PlayIcon />} aria-label={`Run the schedule ${name} now`} onClick={() => act(start)}>
          Run now
        </Button>
        {lastRun !== null && (
          <Button
            size="small"
            variant="ghost"
            icon={<EyeIcon />}
            aria-label={`Show the last run of the schedule ${name}`}
            onClick={() => show(toServedId({ address: server.address, runId: lastRun }))}
          >
            Show the last run
          </Button>
        )}
      </div>
    </li>
  );
}

/** Closes the view, so that the run is seen. */
function show(runId: string): void {
  closeDialog();
  void openRun(runId);
}

/** What keeps something from its work, or was refused. */
function Trouble({ problem }: { readonly problem: string | null }): ReactNode {
  return (
    problem !== null && (
      <p className={styles.problem} role="status">
        {problem}
      </p>
    )
  );
}

/** When a schedule is due next, and when it was last. */
export function describeTimes({ next, lastDue, lastRun, isPaused }: ServerSchedule, now: number): string {
  const coming = next === null ? (isPaused ? 'Starts nothing until it is resumed' : 'Never due again') : '';
  const before =
    lastRun === null
      ? 'no scheduled run yet'
      : lastDue === null
        ? 'it has a run'
        : `last ${formatMoment(lastDue, now)}`;
  return `${coming === '' ? `Next ${formatMoment(next ?? 0, now)}` : coming} · ${before}`;
}

function describeQueued(queued: number): string {
  return `${queued.toLocaleString('en')} due ${queued === 1 ? 'time waits' : 'times wait'} for that run to end.`;
}

/** Asks a server for something, one at a time; what it refused stays until the next attempt. */
function useAct(onDone: () => void): {
  readonly refusal: string | null;
  readonly isBusy: boolean;
  readonly act: (work: () => Promise<Result<unknown, ServerProblem>>) => void;
} {
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const act = (work: () => Promise<Result<unknown, ServerProblem>>): void => {
    setIsBusy(true);
    void work().then((done) => {
      setIsBusy(false);
      setRefusal(done.ok ? null : done.error.message);
      onDone();
    });
  };
  return { refusal, isBusy, act };
}
