import type { RunInputDraft, TrackedRun } from '../../driver/index.ts';
import type { PausedView, UsageView } from '../../run/index.ts';

/** A run under way, as the runs that it starts see it. */
export interface HostedRun {
  readonly tracked: TrackedRun;
  readonly view: HostedView;
  /** Paused, and nothing is under way in it or below it. */
  readonly isStill: boolean;
  /** Nothing is under way in it or below it but waits for signals and times; absent where the host does not tell. */
  readonly isIdle?: boolean;
  /** Feeds it an input as soon as its turn comes. */
  receive(input: RunInputDraft): void;
  /** Looks again whether it is still. */
  wake(): void;
  /** Ends it here with an error of the host, or because the run around it has stopped; its journal stays as it is. */
  fail(error: unknown): void;
}

/** What those around a run and below it read in its view. */
interface HostedView {
  readonly paused: Pick<PausedView, 'reason' | 'missing'> | null;
  /** Read only of a run that another one has started. */
  readonly usage?: UsageView | undefined;
}
