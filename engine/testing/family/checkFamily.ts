import { type RepeatPolicy, startsRun } from '../../driver/index.ts';
import { reachesByKey } from '../../effects/index.ts';
import type { Restoration } from '../../hosts/feedRun.ts';
import { type Call, EMPTY_VIEW, foldRun, hasConsequences, type RunInput, type RunView } from '../../run/index.ts';
import { ANSWER } from './answers.ts';
import type { MemoryDisk } from './MemoryDisk.ts';

/** A run of a family as its journal has it. */
export interface RunRecord {
  readonly view: RunView;
  /** Id of the run that started it; null for the outermost one. */
  readonly parent: string | null;
  readonly isFinished: boolean;
  readonly inputs: readonly RunInput[];
}

/** A host that has run a family. */
export interface RanFamily {
  /** How often each call was made, in all lives. */
  readonly performs: ReadonlyMap<string, number>;
  readonly lives: number;
  /** All runs that have begun, replayed from their journals, by id; throws where one does not lead to what was recorded. */
  replay(): Promise<ReadonlyMap<string, Restoration>>;
}

/** A host that keeps the calls that it has made, by key. */
interface CountedFamily extends Pick<RanFamily, 'performs'> {
  readonly disk: MemoryDisk;
  readonly calls: ReadonlyMap<string, Call>;
}

/** All runs of a family, by id. */
export async function readFamily(host: RanFamily): Promise<ReadonlyMap<string, RunRecord>> {
  const records = new Map<string, RunRecord>();
  for (const [runId, { tracked, events, inputs }] of await host.replay()) {
    const [first] = inputs;
    const parent = (first?.type === 'run.started' && first.parent?.runId) || null;
    records.set(runId, { view: foldRun(EMPTY_VIEW, events), parent, isFinished: tracked.isFinished, inputs });
  }
  return records;
}

/** What must hold of every family whose outermost run has ended. */
export function checkEnded(runs: ReadonlyMap<string, RunRecord>, { performs, lives }: RanFamily): void {
  for (const [runId, { isFinished, parent }] of runs) {
    promise(isFinished, `${runId} has not ended, though the outermost run has`);
    promise(parent === null || runs.has(parent), `${runId} has no parent`);
  }
  promise([...runs.values()].filter(({ parent }) => parent === null).length === 1, 'there is not one outermost run');
  for (const [key, count] of performs) promise(count <= lives, `${key} was made ${count} times in ${lives} lives`);
}

/** Calls with consequences were made again only as their journals say, and as the policy lets them; answers how many a person let pass. */
export function checkRepeats({ disk, calls, performs }: CountedFamily, policy: RepeatPolicy): number {
  const inputs = [...disk.runs.values()].flatMap((run) => run.inputs);
  let byPerson = 0;
  for (const [key, call] of calls) {
    if (!hasConsequences(call) || startsRun(call)) continue;
    const repeats = inputs.flatMap((input) =>
      input.type === 'effect.repeated' && input.key === key ? [input.by] : [],
    );
    const asked = call.type === 'model.call' && call.config['repeat'] === undefined ? 'safe' : 'person';
    const allowed = policy === 'no' ? null : reachesByKey(call) ? 'key' : asked;
    promise(
      repeats.every((by) => by === allowed),
      `${key} was made again by ${repeats.join(', ')} under ${policy}`,
    );
    promise((performs.get(key) ?? 0) <= 1 + repeats.length, `${key} was made more often than its journal says`);
    byPerson += repeats.filter((by) => by === 'person').length;
  }
  return byPerson;
}

/** Each run that was not cancelled, nor one around it, ended as it does where nothing is disturbed. */
export function compareFamilies(found: ReadonlyMap<string, RunRecord>, calm: ReadonlyMap<string, RunRecord>): void {
  for (const [runId, { view }] of calm) {
    if (isCut(calm, runId)) continue;
    const other = found.get(runId)?.view;
    promise(other !== undefined, `${runId} (${view.status}) is missing`);
    const [expected, got] = [describe(view), describe(other ?? EMPTY_VIEW)];
    promise(expected === got, `${runId} ended otherwise: ${got} in place of ${expected}`);
  }
  for (const runId of found.keys())
    promise(calm.has(runId) || isCut(found, runId), `${runId} was started by what is not there otherwise`);
}

/** What all answers of models have used is what the outermost run says, where none was cut off. */
export function checkUsage(runs: ReadonlyMap<string, RunRecord>): void {
  let answers = 0;
  for (const { inputs } of runs.values())
    for (const input of inputs)
      if (input.type === 'effect.completed' && input.outcome.ok && isAnswer(input.outcome.value)) answers += 1;
  const { usage } = [...runs.values()].find(({ parent }) => parent === null)?.view ?? EMPTY_VIEW;
  const tokens = (usage?.input_tokens ?? 0) + (usage?.output_tokens ?? 0);
  const expected = answers * (ANSWER.input_tokens + ANSWER.output_tokens);
  promise(tokens === expected, `the outermost run has used ${tokens} tokens in place of ${expected}`);
}

function isAnswer(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'usage' in value;
}

/** Whether a run was cancelled, or one around it. */
function isCut(runs: ReadonlyMap<string, RunRecord>, runId: string): boolean {
  const run = runs.get(runId);
  if (run === undefined) return false;
  return run.view.status === 'cancelled' || (run.parent !== null && isCut(runs, run.parent));
}

/** How a run ended; without how long it waited for something, which takes longer over a crash. */
function describe({ status, output, error }: RunView): string {
  return JSON.stringify({ status, output, code: error?.code ?? null }, (key, value: unknown) =>
    key === 'waited' ? undefined : value,
  );
}

/** Throws what was promised and does not hold. */
export function promise(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}
