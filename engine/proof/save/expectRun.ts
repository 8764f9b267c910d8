import { equalJson, type Json, type JsonObject, jsonObject } from '../../base/index.ts';
import { type Analysis, effectiveWorkflow, type GraphNode } from '../../graph/index.ts';
import { configOf, type Task, traitsOf } from '../../model/index.ts';
import type { ActivationView } from '../../run/index.ts';
import { callsOut } from '../../testFile/index.ts';
import { listCalls, type RunCall, sentBy } from '../cassette/listCalls.ts';
import type { PlayedTest } from '../play/playTest.ts';
import { expectSent, expectTools, useOf } from './expectTools.ts';
import { startedTasks } from './pathOf.ts';
import { isTemplate, tellValue } from './tellValue.ts';

/** More rounds, calls or starts say little to somebody who reads the test. */
const MOST_ROUNDS = 8;
const MOST_STARTS = 40;

/** Longer than this, all rounds or calls of a task together say little either. */
const LONGEST_LIST = 800;

/**
 * What a test expects so that it notices what a change of the workflow changes: which tasks started, what those that call something called and
 * were given, what was computed, how the run ended, and the output.
 */
export function expectRun(played: PlayedTest, analysis: Analysis): JsonObject {
  const { view, events } = played;
  const started = startedTasks(played, analysis);
  const starts = events.flatMap((event) => (event.type === 'task.started' ? [event.taskId] : []));
  const isExact = starts.length <= MOST_STARTS && starts.every((id) => started.includes(id));
  const calls = listCalls(events).filter(({ kind }) => kind !== 'memory');
  const told = started.flatMap((id): readonly (readonly [string, Json])[] => {
    const task = analysis.graph.nodes.get(id)?.task;
    const steps = [...view.activations.values()].filter((step) => step.taskId === id && step.startedAt !== null);
    if (task === undefined || steps.length === 0) return [];
    const made = calls.filter(({ taskId }) => taskId === id);
    const expected = expectTask({ task, steps, made, isCounted: callsOut(effectiveWorkflow(analysis), task) });
    const counted = isExact || 'rounds' in expected ? expected : { times: steps.length, ...expected };
    return Object.keys(counted).length === 0 ? [] : [[id, counted]];
  });
  const { error, output } = view;
  const ofCalls = [
    ...expectTools(calls, analysis),
    ...expectSent(calls, analysis, { activations: view.activations, told: new Map(told) }),
  ];
  const others = isExact ? [] : [...analysis.graph.nodes.values()].filter((node) => canStart(node, starts));
  return {
    ...(view.status === 'error' || view.status === 'cancelled' ? { status: view.status } : {}),
    ...(started.length === 0 ? {} : { path: isExact ? { exactly: starts } : [...started] }),
    ...(others.length === 0 ? {} : { never: others.map(({ id }) => id) }),
    ...(told.length === 0 ? {} : { tasks: jsonObject(told) }),
    ...(ofCalls.length === 0 ? {} : { calls: ofCalls }),
    ...((output === null && view.status !== 'success') || isTemplate(output) ? {} : { equals: output }),
    ...(error === null ? {} : { that: [`{{ error.code == ${JSON.stringify(error.code)} }}`] }),
  };
}

/** Whether a task could have started in a run, and did not. */
function canStart({ id, task, isReachable }: GraphNode, starts: readonly string[]): boolean {
  return isReachable && !task.isDisabled && !starts.includes(id);
}

/** What a task did in a run: each time that it ran, and its calls. */
interface RanTask {
  readonly task: Task;
  readonly steps: readonly ActivationView[];
  readonly made: readonly RunCall[];
  /** Whether a test must answer its calls. What it performs itself may be done as often as it likes. */
  readonly isCounted: boolean;
}

function expectTask(ran: RanTask): JsonObject {
  const { steps, made, isCounted } = ran;
  const rounds = steps.map((step) => expectRound(step, ran));
  const [first] = rounds;
  const isOne = rounds.every((round) => equalJson(round, first ?? {}));
  // The last of many rounds says most of what they have in common, but for one that failed.
  const most = tellsAll(rounds.at(-1), rounds) ? MOST_ROUNDS : MOST_STARTS;
  const inRounds: JsonObject = !isOne && rounds.length <= most && isShort(rounds) ? { rounds } : (rounds.at(-1) ?? {});
  if (!isCounted) return inRounds;
  if (made.length === 0) return { calls: 0, ...inRounds };
  const sent = listSent(ran);
  const { with: input, ...rest } = inRounds;
  return {
    use: made[0] === undefined ? '' : useOf(made[0]),
    calls: sent ?? made.length,
    ...rest,
    ...(input === undefined || sent !== null ? {} : { with: input }),
  };
}

/** Whether a round says something of all that some round does. */
function tellsAll(round: JsonObject = {}, rounds: readonly JsonObject[]): boolean {
  return rounds.every((other) => Object.keys(other).every((key) => key in round));
}

/** What each call sent, where that is not what the task was given: of a collection, for its items. Null: it is, or there are too many. */
function listSent({ steps: [step, ...more], made }: RanTask): readonly Json[] | null {
  if (step === undefined || more.length > 0 || made.length > MOST_ROUNDS) return null;
  if (made.some(({ kind }) => kind !== 'tool') || made.every((call) => equalJson(sentBy(call), step.input)))
    return null;
  const sent = made.map((call) => tellValue(sentBy(call)));
  const told = sent.filter((each) => each !== null);
  return told.length === sent.length && isShort(told) ? told : null;
}

function isShort(values: readonly Json[]): boolean {
  return JSON.stringify(values).length <= LONGEST_LIST;
}

/** Outputs of tasks that, without `use`, are computed of their input. */
const COMPUTED: ReadonlySet<string> = new Set(['result', 'mapping']);

/** How often a task was tried, what it was given where it calls something, and what it computed. */
function expectRound(
  { attempts, input, output, status }: ActivationView,
  { task, made, isCounted }: RanTask,
): JsonObject {
  const given = made.length === 0 ? null : tellValue(input);
  const computes = isMapping(task) || (task.use === null && COMPUTED.has(traitsOf(task.type).output));
  const gives = computes && status === 'success' ? tellValue(output) : null;
  return {
    ...(isCounted && attempts.length > 1 ? { attempts: attempts.length } : {}),
    ...(given === null ? {} : { with: given }),
    ...(gives === null ? {} : { output: gives }),
  };
}

function isMapping(task: Task): boolean {
  return traitsOf(task.type).output === 'mapping' && (configOf(task).mapping ?? null) !== null;
}
