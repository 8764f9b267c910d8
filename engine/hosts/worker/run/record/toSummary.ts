import type { RunEvent, RunStarted } from '../../../../run/index.ts';
import type { Restoration } from '../../../feedRun.ts';
import type { GatheredFacts } from '../../facts/RunFacts.ts';
import type { EndedRecord } from '../../journal/RunStore.ts';
import type { RunSummary } from '../../protocol/protocol.ts';
import type { WaitState } from './toWaitState.ts';

/** The row in the history of a run that starts. */
export function startSummary({ runId, file, at, simulate, parent }: RunStarted, name: string | null): RunSummary {
  const row = {
    runId,
    path: file,
    name,
    status: 'running',
    startedAt: at,
    endedAt: null,
    simulate,
    simulated: false,
  } as const;
  return parent === undefined ? row : { ...row, parent };
}

/** A row with the guessable secrets that its run has used. */
export function withExposure(summary: RunSummary, exposure: ReadonlySet<string>): RunSummary {
  return exposure.size === (summary.exposed?.length ?? 0) ? summary : { ...summary, exposed: [...exposure].sort() };
}

/** A row with how long its run was paused or interrupted, once it has ended. */
export function withIdle(summary: RunSummary, { idle }: Pick<WaitState, 'idle'>): RunSummary {
  return summary.endedAt === null || idle.total === 0 ? summary : { ...summary, idle: idle.total };
}

/** The record of a run that has ended: its row with what its models used and why it failed, and its facts. */
export function toEndedRecord(row: RunSummary, { facts, ...more }: GatheredFacts): EndedRecord {
  const { runId, path, startedAt, simulate, simulated, parent } = row;
  return {
    summary: { ...row, ...more },
    facts: {
      runId,
      path,
      startedAt,
      tasks: facts.tasks,
      // Of a family, the history lists the run that a person started.
      words: parent === undefined ? facts.words : [],
      isReal: !simulate && !simulated,
    },
  };
}

/** A run's row with why its checkpoint was not used, where one was passed over. */
export function withRestoreNote(summary: RunSummary, { note }: Pick<Restoration, 'note'>): RunSummary {
  return note === null ? summary : { ...summary, restoreNote: note };
}

/** A row in the history after more events of its run. */
export function toSummary(summary: RunSummary, events: readonly RunEvent[]): RunSummary {
  let next = summary;
  for (const event of events) {
    if (event.type === 'effect.completed' && event.simulated && !next.simulated) next = { ...next, simulated: true };
    if (event.type === 'time.passed') next = { ...next, passed: (next.passed ?? 0) + event.by };
    if (event.type === 'run.finished') next = { ...next, status: event.status, endedAt: event.at };
  }
  return next;
}
