import { EMPTY_VIEW, foldRun } from '#engine/run';
import type { RunRecord } from '#engine/worker';
import type { PlayedRecord } from '../store/ProofState.ts';

/** What a recorded run does on another text, as a run to be compared: it is kept nowhere. */
export function toPlayed(
  record: RunRecord,
  played: Pick<PlayedRecord, 'source' | 'events' | 'playedOn'>,
): PlayedRecord {
  const { events, playedOn } = played;
  const { endedAt: _, usage: _usage, failure: _failure, runId, ...row } = record;
  const { status } = foldRun(EMPTY_VIEW, events);
  const endedAt = status === 'running' ? null : (events.at(-1)?.at ?? null);
  return { ...row, ...played, runId: `${runId} on ${playedOn}`, status, endedAt };
}
