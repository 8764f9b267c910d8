import { equalJson, type Json } from '../../base/index.ts';
import { type Analysis, effectiveWorkflow } from '../../graph/index.ts';
import {
  compareRuns,
  type Difference,
  EMPTY_VIEW,
  errorToJson,
  foldRun,
  isDifferent,
  type RunEvent,
  type RunInput,
  type RunView,
} from '../../run/index.ts';
import { Renames } from '../cassette/Renames.ts';
import { recordCassette } from '../cassette/recordCassette.ts';
import type { TestPorts } from '../play/TestCalls.ts';
import { type Miss, type OnMiss, type PlayedCassette, playCassette } from './playCassette.ts';
import { renameEvents } from './renameEvents.ts';

/** What becomes of a recorded run on another text. */
export const BACKTEST_VERDICTS = [
  'the same',
  'another path',
  'another output',
  'now fails',
  'now succeeds',
  'unanswered',
] as const;
export type BacktestVerdict = (typeof BACKTEST_VERDICTS)[number];

/** A recorded run. */
export interface RecordedRun {
  /** The workflow that it ran. */
  readonly analysis: Analysis;
  readonly inputs: readonly RunInput[];
}

/** How it ended. */
export interface BacktestEnd {
  /** `running`: it had not ended. */
  readonly status: RunView['status'];
  readonly output: Json;
  readonly error: Json;
  /** ms, by its own clock. */
  readonly duration: number;
}

/** A recorded run next to the same one on another text. All but the events is plain data, the same for the same texts. */
export interface Backtest {
  readonly verdict: BacktestVerdict;
  readonly before: BacktestEnd;
  readonly after: BacktestEnd;
  /** Why the run on the new text was stopped (`PlayedCassette`). */
  readonly stop: PlayedCassette['stop'];
  /** Tasks that did something else, as they were called; `steps`, too: one that ran in one of both only. */
  readonly tasks: readonly { readonly task: string; readonly differences: readonly Difference[] }[];
  /** What it would ask that was not asked. */
  readonly asks: readonly { readonly task: string; readonly request: Json; readonly before: Json }[];
  readonly events: { readonly before: readonly RunEvent[]; readonly after: readonly RunEvent[] };
}

/** What a backtest is given besides the run and the text. */
export interface BacktestOptions extends TestPorts {
  readonly onMiss?: OnMiss;
}

/**
 * Plays a recorded run on another text, with what it was answered then, and says in what it differs. Times are not compared. Throws what
 * `recordCassette` does for what is no run. Patterns must be loaded.
 */
export async function backtestRun(
  analysis: Analysis,
  { analysis: recorded, inputs }: RecordedRun,
  options: BacktestOptions = {},
): Promise<Backtest> {
  const { cassette, events } = recordCassette(effectiveWorkflow(recorded), inputs);
  const played = await playCassette(analysis, cassette, { ...options, recorded });
  const renames = new Renames(effectiveWorkflow(recorded), effectiveWorkflow(analysis));
  const [older, newer] = [
    foldRun(EMPTY_VIEW, renameEvents(events, renames)),
    foldRun(EMPTY_VIEW, renameEvents(played.events, renames)),
  ] as const;
  const { tasks, edges } = compareRuns(older, newer);
  const different = [...tasks.values()].filter(isDifferent);
  const isOtherPath =
    edges.size > 0 ||
    different.some(({ presence, differences }) => presence !== 'both' || differences.some((each) => PATH.has(each)));
  const isOtherEnd =
    !equalJson(older.output, newer.output) || !equalJson(errorToJson(older.error), errorToJson(newer.error));
  return {
    verdict: judge({ older, newer, played, isOtherPath, isOtherEnd: isOtherEnd || different.length > 0 }),
    before: toEnd(foldRun(EMPTY_VIEW, events), events),
    after: toEnd(played.view, played.events),
    stop: played.stop,
    tasks: different.map(({ taskId, presence, differences }) => ({
      task: taskId,
      differences: presence === 'both' ? differences : ['steps'],
    })),
    asks: played.misses.map((miss) => toAsk(miss, renames)),
    events: { before: events, after: played.events },
  };
}

/** What of a task is the way that a run takes. */
const PATH: ReadonlySet<Difference> = new Set(['status', 'attempts', 'steps', 'route']);

function judge(found: {
  readonly older: RunView;
  readonly newer: RunView;
  readonly played: PlayedCassette;
  readonly isOtherPath: boolean;
  readonly isOtherEnd: boolean;
}): BacktestVerdict {
  const { older, newer, played, isOtherPath, isOtherEnd } = found;
  if (played.misses.length > 0) return 'unanswered';
  if (played.stop !== null) return 'now fails';
  if (older.status !== newer.status && newer.status === 'error') return 'now fails';
  if (older.status !== newer.status && newer.status === 'success') return 'now succeeds';
  if (older.status !== newer.status || isOtherPath) return 'another path';
  return isOtherEnd ? 'another output' : 'the same';
}

function toAsk({ call, fingerprint, asked }: Miss, renames: Renames): Backtest['asks'][number] {
  return {
    task: renames.before(call.taskId),
    request: JSON.parse(fingerprint),
    before: asked === null ? null : JSON.parse(asked),
  };
}

function toEnd({ status, output, error, startedAt }: RunView, events: readonly RunEvent[]): BacktestEnd {
  const end = events.at(-1)?.at ?? 0;
  return { status, output, error: errorToJson(error), duration: end - (startedAt ?? end) };
}
