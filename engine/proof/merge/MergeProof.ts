import { equalJson, isJsonObject, type Json, type JsonObject, ownValue } from '../../base/index.ts';
import { blocksRun, checkAnalysis } from '../../check/index.ts';
import { type Analysis, effectiveWorkflow } from '../../graph/index.ts';
import type { RunEvent } from '../../run/index.ts';
import type { RecordedRun } from '../backtest/backtestRun.ts';
import { playCassette } from '../backtest/playCassette.ts';
import { renameEvents } from '../backtest/renameEvents.ts';
import { Renames } from '../cassette/Renames.ts';
import { type Cassette, recordCassette } from '../cassette/recordCassette.ts';
import type { TestPorts } from '../play/TestCalls.ts';
import { type CourseStep, type RunCourse, toCourse } from './RunCourse.ts';

/** The texts of a merge that can run; base is null where it cannot. */
export interface MergeTexts {
  readonly base: Analysis | null;
  readonly ours: Analysis;
  readonly theirs: Analysis;
  readonly merged: Analysis;
}

/**
 * What becomes of a recorded run on a merged text. `as in both`: what ours changed is as in ours, and what theirs changed as in theirs;
 * `as in neither`: something is as neither side has seen it, nor both together lead one to expect.
 */
export const MERGE_VERDICTS = ['the same', 'as in ours', 'as in theirs', 'as in both', 'as in neither'] as const;
export type MergeVerdict = (typeof MERGE_VERDICTS)[number];

/** Where a run goes as in neither. */
export interface UnforeseenStep extends Unforeseen {
  /** As it is called in the merged text, or was before where that has it no more; null: of the run itself. */
  readonly task: string | null;
}

/** A recorded run on the texts of a merge. */
export interface ProvedRecord {
  readonly verdict: MergeVerdict;
  /** The first step that is as in neither; null where none is. */
  readonly step: UnforeseenStep | null;
  /** Whether a call asked on the merged text for something that was not recorded: it was answered as the call there was, or made up. */
  readonly isGuessed: boolean;
  readonly events: Readonly<Record<'ours' | 'theirs' | 'merged', readonly RunEvent[]>>;
}

interface Played extends RunCourse {
  readonly events: readonly RunEvent[];
  readonly isGuessed: boolean;
}

/**
 * Plays recorded runs on the texts of a merge, with what they were answered then, and says as in which of its sides each goes. Nothing
 * is reached, and times are not compared. Patterns must be loaded.
 */
export class MergeProof {
  readonly #texts: MergeTexts;
  readonly #ports: TestPorts;
  /** Of each text: from what things are called in it to what they are called in the merged one. */
  readonly #renames: readonly Renames[];

  constructor(texts: MergeTexts, ports: TestPorts = {}) {
    this.#texts = texts;
    this.#ports = ports;
    const merged = effectiveWorkflow(texts.merged);
    const others = [texts.ours, texts.theirs, ...(texts.base === null ? [] : [texts.base])];
    this.#renames = others
      .map((text) => new Renames(merged, effectiveWorkflow(text)))
      .filter(({ isEmpty }) => !isEmpty);
  }

  /** Throws what `recordCassette` does for what is no run. */
  async prove({ analysis: recorded, inputs }: RecordedRun): Promise<ProvedRecord> {
    const { cassette } = recordCassette(effectiveWorkflow(recorded), inputs);
    const play = (text: Analysis): Promise<Played> => this.#play(text, { cassette, recorded });
    const { base, ...texts } = this.#texts;
    const [ours, theirs, merged] = [await play(texts.ours), await play(texts.theirs), await play(texts.merged)];
    const found = { events: { ours: ours.events, theirs: theirs.events, merged: merged.events } };
    const { isGuessed } = merged;
    const [isOurs, isTheirs] = [equalCourse(merged, ours), equalCourse(merged, theirs)];
    if (isOurs || isTheirs) {
      const verdict = isOurs && isTheirs ? 'the same' : isOurs ? 'as in ours' : 'as in theirs';
      return { ...found, verdict, step: null, isGuessed };
    }
    const step = findStep({ base: base === null ? null : await play(base), ours, theirs, merged });
    return { ...found, verdict: step === null ? 'as in both' : 'as in neither', step, isGuessed };
  }

  async #play(
    text: Analysis,
    { cassette, recorded }: { readonly cassette: Cassette; readonly recorded: Analysis },
  ): Promise<Played> {
    const { events, misses, stop } = await playCassette(text, cassette, { ...this.#ports, recorded, onMiss: 'repeat' });
    const asks = misses.map(({ call: { taskId, key }, fingerprint }) => ({
      taskId: this.#inMerged(taskId),
      key,
      request: JSON.parse(this.#renames.reduce((words, renames) => renames.inText(words), fingerprint)) as Json,
    }));
    const renamed = this.#renames.reduce((all, renames) => renameEvents(all, renames), events);
    return { ...toCourse(renamed, { asks, stop }), events, isGuessed: misses.length > 0 };
  }

  #inMerged(id: string): string {
    return this.#renames.reduce((name, renames) => renames.before(name), id);
  }
}

/** Whether a text that a run is to be played on can run. */
export function canPlay(analysis: Analysis): boolean {
  return !blocksRun(checkAnalysis(analysis));
}

function equalCourse(a: RunCourse, b: RunCourse): boolean {
  if (a.steps.size !== b.steps.size || !equalJson(a.end, b.end)) return false;
  return [...a.steps].every(([place, { values }]) => {
    const other = b.steps.get(place);
    return other !== undefined && equalJson(values, other.values);
  });
}

interface Courses {
  readonly base: RunCourse | null;
  readonly ours: RunCourse;
  readonly theirs: RunCourse;
  readonly merged: RunCourse;
}

/** The first step that is as in neither, in the order of the merged run; behind them those that only other texts have, then the end. */
function findStep({ base, ours, theirs, merged }: Courses): UnforeseenStep | null {
  for (const place of new Set([merged, ours, theirs].flatMap(({ steps }) => [...steps.keys()]))) {
    const at = (course: RunCourse | null): CourseStep | undefined => course?.steps.get(place);
    const steps = [at(merged), at(ours), at(theirs)];
    const found = findUnforeseen(fourOf(at(base)?.values, ...steps.map((step) => step?.values)));
    if (found !== null) return { ...found, task: steps.find((step) => step !== undefined)?.taskId ?? null };
  }
  const found = findUnforeseen(fourOf(base?.end, merged.end, ours.end, theirs.end));
  return found === null ? null : { ...found, task: null };
}

function fourOf(base?: JsonObject, merged?: JsonObject, ours?: JsonObject, theirs?: JsonObject): Unforeseen {
  return { base, ours, theirs, merged, path: [] };
}

/** A value in a run on each of four texts; undefined: it is not there. */
interface FourValues {
  readonly base: Json | undefined;
  readonly ours: Json | undefined;
  readonly theirs: Json | undefined;
  readonly merged: Json | undefined;
}

/** A value that is not what the changes of both sides lead one to expect, and where it is: keys and indexes. */
interface Unforeseen extends FourValues {
  readonly path: readonly string[];
}

/**
 * Finds the first value of a run on a merged text that no one has seen so, part by part: what one side alone changed is to be as on that
 * side, what both changed as on one of them. Null where each is.
 */
export function findUnforeseen(values: FourValues, path: readonly string[] = []): Unforeseen | null {
  const { base, ours, theirs, merged } = values;
  const [isOurs, isTheirs] = [equal(merged, ours), equal(merged, theirs)];
  if (isOurs && isTheirs) return null;
  const parts = partsOf(values);
  if (parts !== null) {
    for (const key of parts) {
      const found = findUnforeseen(
        {
          base: partOf(base, key),
          ours: partOf(ours, key),
          theirs: partOf(theirs, key),
          merged: partOf(merged, key),
        },
        [...path, key],
      );
      if (found !== null) return found;
    }
    return null;
  }
  // What neither has is foreseen by no one, whether they agree or not.
  const isForeseen = equal(base, ours) ? isTheirs : equal(base, theirs) ? isOurs : isOurs || isTheirs;
  return isForeseen ? null : { ...values, path };
}

/** The keys of the parts that are compared one by one; null where the whole is: not all have parts, or lists have other lengths. */
function partsOf({ ours, theirs, merged }: FourValues): readonly string[] | null {
  const three = [ours, theirs, merged];
  if (three.every((each) => each !== undefined && isJsonObject(each)))
    return [...new Set(three.flatMap((each) => Object.keys(each as object)))];
  const lists = three.filter((each) => Array.isArray(each));
  const length = lists[0]?.length;
  if (lists.length < three.length || lists.some((list) => list.length !== length)) return null;
  return Array.from({ length: length ?? 0 }, (_, index) => String(index));
}

function partOf(value: Json | undefined, key: string): Json | undefined {
  if (Array.isArray(value)) return value[Number(key)];
  return value !== undefined && isJsonObject(value) ? ownValue(value, key) : undefined;
}

function equal(a: Json | undefined, b: Json | undefined): boolean {
  return a === undefined || b === undefined ? a === b : equalJson(a, b);
}
