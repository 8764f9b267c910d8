import { equalJson, isJsonObject, type Json, type JsonObject, jsonObject } from '../../base/index.ts';
import { memberOf } from '../../edit/index.ts';
import { type Analysis, effectiveWorkflow, type GraphNode } from '../../graph/index.ts';
import { configOf, resolveUse, type Task, traitsOf } from '../../model/index.ts';
import type { ActivationView, RunView } from '../../run/index.ts';
import { callsOut } from '../../testFile/index.ts';
import { listCalls, type RunCall, sentBy } from '../cassette/listCalls.ts';
import { findLike } from '../play/matchValue.ts';
import type { PlayedTest } from '../play/playTest.ts';
import { isTemplate, startedTasks, tellValue } from './tellValue.ts';

/** More rounds or calls say little to somebody who reads the test. */
const MOST_ROUNDS = 8;
const MOST_SHORT_ROUNDS = 40;

/** Longer than this, all rounds or calls of a task together say little either. */
const LONGEST_LIST = 800;

/** So many characters all starts of a run may take: a dozen lines. */
const LONGEST_PATH = 1200;

/**
 * What a test expects so that it notices what a change of the workflow changes: which tasks started, what those that call something called and
 * were given, what was computed, how the run ended, and the output.
 */
export function expectRun(played: PlayedTest, analysis: Analysis): JsonObject {
  const { view, events } = played;
  const started = startedTasks(played, analysis);
  const starts = events.flatMap((event) => (event.type === 'task.started' ? [event.taskId] : []));
  const isExact = starts.join(', ').length <= LONGEST_PATH && starts.every((id) => started.includes(id));
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
  const { output } = view;
  const ofCalls = [
    ...expectTools(calls, analysis, new Map(told)),
    ...expectSent(calls, analysis, { activations: view.activations, told: new Map(told) }),
  ];
  const that = tellErrors(view, analysis, started);
  const others = isExact ? [] : [...analysis.graph.nodes.values()].filter((node) => canStart(node, starts));
  return {
    ...(view.status === 'error' || view.status === 'cancelled' ? { status: view.status } : {}),
    ...(started.length === 0 ? {} : { path: isExact ? { exactly: starts } : [...started] }),
    ...(others.length === 0 ? {} : { never: others.map(({ id }) => id) }),
    ...(told.length === 0 ? {} : { tasks: jsonObject(told) }),
    ...(ofCalls.length === 0 ? {} : { calls: ofCalls }),
    ...((output === null && view.status !== 'success') || isTemplate(output) ? {} : { equals: output }),
    ...(that.length === 0 ? {} : { that }),
  };
}

/** Which error the run ended with, and which those tasks that only compute; what is called fails as the answers say. */
function tellErrors({ tasks, error }: RunView, { graph }: Analysis, started: readonly string[]): readonly string[] {
  const own = started.flatMap((id) => {
    const task = graph.nodes.get(id)?.task;
    const failed = tasks.get(id)?.error ?? null;
    if (task === undefined || failed === null || failed.code === error?.code || !computes(task)) return [];
    return [`{{ tasks${memberOf(id)}.error.code == ${JSON.stringify(failed.code)} }}`];
  });
  return [...(error === null ? [] : [`{{ error.code == ${JSON.stringify(error.code)} }}`]), ...own];
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
  const turns = isCounted ? listTurns(ran) : null;
  const sent = isCounted && turns === null ? listSent(ran) : null;
  const rounds = steps.map((step) => expectRound(step, ran, sent !== null));
  const [first] = rounds;
  const isOne = rounds.every((round) => equalJson(round, first ?? {}));
  // The last of many rounds says most of what they have in common, but for one that failed.
  const most = tellsAll(rounds.at(-1), rounds) ? MOST_ROUNDS : MOST_SHORT_ROUNDS;
  const inRounds: JsonObject = !isOne && rounds.length <= most && isShort(rounds) ? { rounds } : (rounds.at(-1) ?? {});
  if (!isCounted) return inRounds;
  if (made.length === 0) return { calls: 0, ...inRounds };
  return { use: made[0] === undefined ? '' : useOf(made[0]), calls: turns ?? sent ?? made.length, ...inRounds };
}

/** Whether a round says something of all that some round does. */
function tellsAll(round: JsonObject = {}, rounds: readonly JsonObject[]): boolean {
  return rounds.every((other) => Object.keys(other).every((key) => key in round));
}

/**
 * What each call sent, where that is not what the task was given, or differs from round to round; how many there are, where all of them sent the same, which
 * the calls of the test tell once. Null: what the task was given says it, or there are too many.
 */
function listSent({ steps: [step], made }: RanTask): readonly Json[] | number | null {
  if (step === undefined || made.some(({ kind }) => kind !== 'tool')) return null;
  if (made.every((call) => equalJson(sentBy(call), step.input))) return null;
  const sent = made.flatMap((call) => tellValue(sentBy(call)) ?? []);
  if (sent.length < made.length) return null;
  const [first = null] = sent;
  if (sent.length > 1 && sent.every((each) => equalJson(each, first))) return sent.length;
  return sent.length <= MOST_ROUNDS && isShort(sent) ? sent : null;
}

/**
 * The calls of a collection whose items ask an agent with tools, in order: of a tool what it was sent, of a model nothing but its turn, by which the test notices that
 * items take turns that were done one after the other. Null: they ask no agent, or there are too many.
 */
function listTurns({ task, steps, made }: RanTask): readonly Json[] | null {
  if (traitsOf(task.type).output !== 'items' || steps.length > 1 || !made.some(({ kind }) => kind === 'model'))
    return null;
  if (made.length > MOST_SHORT_ROUNDS || !made.some(({ kind }) => kind === 'tool')) return null;
  const turns = made.map((call) => (call.kind === 'tool' ? (tellValue(sentBy(call)) ?? {}) : {}));
  return isShort(turns) ? turns : null;
}

function isShort(values: readonly Json[]): boolean {
  return JSON.stringify(values).length <= LONGEST_LIST;
}

/** Outputs of tasks that, without `use`, are computed of their input. */
const COMPUTED: ReadonlySet<string> = new Set(['result', 'mapping']);

/** How often a task was tried, what it was given where it calls something that is not listed, and what it computed. */
function expectRound(
  { attempts, input, output, status }: ActivationView,
  { task, made, isCounted }: RanTask,
  isListed: boolean,
): JsonObject {
  const given = made.length === 0 || isListed ? null : tellValue(input);
  const gives = computes(task) && status === 'success' ? tellValue(output) : null;
  return {
    ...(isCounted && attempts.length > 1 ? { attempts: attempts.length } : {}),
    ...(given === null ? {} : { with: given }),
    ...(gives === null ? {} : { output: gives }),
  };
}

/** Whether a task's output is computed of its input. */
function computes(task: Task): boolean {
  return isMapping(task) || (task.use === null && COMPUTED.has(traitsOf(task.type).output));
}

function isMapping(task: Task): boolean {
  return traitsOf(task.type).output === 'mapping' && (configOf(task).mapping ?? null) !== null;
}

/** More calls say little to somebody who reads the test: how often each tool was called says enough. */
const MOST_CALLS = 8;

/** No expected value reads anything. */
const SCOPE = { root: () => undefined, now: 0 };

/** What a test expects of the tools that agents called, where their task does not list them: each with what it was sent, as often as all tasks together sent that. */
function expectTools(
  calls: readonly RunCall[],
  analysis: Analysis,
  told: ReadonlyMap<string, Json>,
): readonly JsonObject[] {
  const own = calls.filter(
    (call) => call.kind === 'tool' && usesAgent(call, analysis) && !isListed(told.get(call.taskId)),
  );
  const asked = own.map((call) => ({
    use: useOf(call),
    sent: own.length > MOST_CALLS ? null : tellValue(sentBy(call)),
  }));
  return countLike(asked, calls);
}

/** How often calls like each of some were made. */
function countLike(
  asked: readonly { readonly use: string; readonly sent: Json | null }[],
  calls: readonly RunCall[],
): readonly JsonObject[] {
  const distinct = new Map(asked.map((each) => [JSON.stringify(each), each]));
  return [...distinct.values()].map(({ use, sent }) => {
    const like = findLike(calls, { use, sent: sent ?? undefined, scope: SCOPE });
    return { use, ...(sent === null ? {} : { sent }), times: like.length };
  });
}

/**
 * What a test expects of calls that sent something else than their task was given, as those of a collection do for its items, where what it expects of the task does not
 * list them. Of many different ones it names some: what a change does to all of them is seen in each.
 */
function expectSent(
  calls: readonly RunCall[],
  analysis: Analysis,
  { activations, told }: Pick<RunView, 'activations'> & { readonly told: ReadonlyMap<string, Json> },
): readonly JsonObject[] {
  const own = calls.filter((call) => call.kind === 'tool' && !usesAgent(call, analysis));
  const others = own.filter((call) => {
    const input = activations.get(call.activation)?.input;
    return !isListed(told.get(call.taskId)) && input !== undefined && !equalJson(sentBy(call), input);
  });
  const asked = others.flatMap((call) => {
    const sent = tellValue(sentBy(call));
    return sent === null ? [] : [{ use: useOf(call), sent }];
  });
  return countLike(asked, calls).slice(0, MOST_CALLS);
}

function isListed(expected: Json | undefined): boolean {
  return isJsonObject(expected ?? null) && Array.isArray((expected as JsonObject)['calls']);
}

/** What a call runs: the agent, the built-in or the tool of a server, whatever a definition calls it. */
function useOf({ kind, name, request }: RunCall): string {
  const use = kind === 'tool' && isJsonObject(request) ? (request['use'] ?? null) : null;
  return typeof use === 'string' ? use : name;
}

function usesAgent({ taskId }: RunCall, analysis: Analysis): boolean {
  const task = analysis.graph.nodes.get(taskId)?.task;
  return task !== undefined && resolveUse(effectiveWorkflow(analysis), task).kind === 'agent';
}
