import { failureCodes } from '../../effects/index.ts';
import { type Analysis, effectiveWorkflow, type GraphNode } from '../../graph/index.ts';
import { configOf, type Task } from '../../model/index.ts';
import type { Call } from '../../run/index.ts';
import { agentTools, callsOut, type Findings, type TestCase } from '../../testFile/index.ts';
import type { Diagnostic } from '../../text/index.ts';
import { findBuiltIn } from '../../tools/index.ts';
import type { GivenCassette } from '../play/RecordedCalls.ts';
import { type Fault, type FaultKind, isTold } from './Fault.ts';
import type { DrillSubject, PlayedDrill } from './PlayedDrill.ts';
import { malformedAnswer } from './strikeOutcome.ts';
import { placeName, type ToolPlace } from './ToolPlaces.ts';

/** A run in which things go wrong. */
export interface DrilledTest {
  readonly test: TestCase;
  /** The recorded run that the test names. */
  readonly cassette?: GivenCassette;
  /** Of its file: the test must pass without a fault. Absent: nothing is expected of it. */
  readonly findings?: Findings;
  /** What is wrong in the test itself: it fails by that. */
  readonly faults?: readonly Diagnostic[];
}

/** A run without a fault, with what it was given. */
export interface DrillBaseline {
  readonly drilled: DrilledTest;
  readonly subject: DrillSubject;
  readonly usual: PlayedDrill;
}

/** A fault with the run that it strikes. */
export interface ChosenFault {
  readonly run: DrillBaseline;
  readonly fault: Fault;
  /** Whether the test of the run says what happens then: there the tool of an agent fails by itself, and its model knows what to say. */
  readonly isForeseen: boolean;
}

/**
 * Each fault with its run, in the order of the text. Faults of a task strike the first run in which nothing else goes wrong with it, else the first that reaches it.
 * A call of a tool of an agent that fails does so in the first test in which this very call fails, where there is one: the answers in other tests are those of a
 * model that was told of no failure.
 */
export function chooseRuns({ graph }: Analysis, played: readonly DrillBaseline[]): readonly ChosenFault[] {
  return [...graph.nodes.values()].flatMap((node) => {
    const all = played.map((run) => ({ run, faults: listFaults(node, run.usual) }));
    return [...ofTask(node, all), ...ofTools(node, all)];
  });
}

interface FoundFaults {
  readonly run: DrillBaseline;
  readonly faults: readonly Fault[];
}

function ofTask({ id }: GraphNode, all: readonly FoundFaults[]): readonly ChosenFault[] {
  const own = all.map(({ run, faults }) => ({ run, faults: faults.filter(({ of }) => of === null) }));
  const coming = own.filter(({ faults }) => faults.length > 0);
  const best = coming.find(({ run }) => isCalm(run.usual, id)) ?? coming[0];
  return best === undefined ? [] : best.faults.map((fault) => ({ run: best.run, fault, isForeseen: false }));
}

function ofTools({ id }: GraphNode, all: readonly FoundFaults[]): readonly ChosenFault[] {
  const names = new Set(
    all.flatMap(({ run }) => [...run.usual.tools].flatMap(([name, { task }]) => (task === id ? [name] : []))),
  );
  return [...names].flatMap((name) => {
    const coming = all.filter(({ run }) => run.usual.tools.has(name));
    const failing = ({ run }: FoundFaults): boolean => run.usual.tools.get(name)?.hasFailed === true;
    const calm = coming.find((each) => !failing(each)) ?? coming[0];
    const foreseen = coming.find((each) => failing(each) && each.run.drilled.findings !== undefined);
    const faults = calm?.faults.filter((fault) => placeName(fault) === name) ?? [];
    return faults.flatMap((fault): readonly ChosenFault[] => {
      const own = isTold(fault) ? foreseen : undefined;
      const best = own ?? calm;
      return best === undefined ? [] : [{ run: best.run, fault, isForeseen: own !== undefined }];
    });
  });
}

function isCalm({ events }: PlayedDrill, id: string): boolean {
  return !events.some(
    (event) => (event.type === 'task.failed' || event.type === 'task.retrying') && event.taskId === id,
  );
}

/** What calls something that can fail, and is called in none of the runs: tasks, and tools of the agents of tasks that are. */
export function listUnreached(
  analysis: Analysis,
  played: readonly DrillBaseline[],
): readonly Pick<Fault, 'task' | 'of'>[] {
  const workflow = effectiveWorkflow(analysis);
  return [...analysis.graph.nodes.values()].flatMap((node): readonly Pick<Fault, 'task' | 'of'>[] => {
    const { id, task, isReachable } = node;
    if (!isReachable || task.isDisabled || !callsOut(workflow, task)) return [];
    const faults = played.flatMap(({ usual }) => listFaults(node, usual));
    if (faults.length === 0) return [{ task: id, of: null }];
    return [...(agentTools(workflow, task) ?? [])].flatMap(([tool, { use }]) => {
      const canFail = use === null || failureCodes({ type: 'tool.call', use }).length > 0;
      return canFail && !faults.some(({ of }) => of?.tool === tool) ? [{ task: id, of: { tool, call: 1 } }] : [];
    });
  });
}

/** Times that a task may be tried again in the fault `flaky`; a policy that allows more is tried so often. */
const MOST_TIMES = 3;

/** The faults of a task, which are those of its own calls, and of each call of a tool of its agent, that a run without faults reached. */
function listFaults({ id, task }: GraphNode, usual: PlayedDrill): readonly Fault[] {
  if (usual.signals.has(id)) return waitFaults(id, (configOf(task).timeout ?? null) !== null);
  const call = usual.calls.get(id);
  const tools = [...usual.tools.values()].filter((made) => made.task === id);
  return [
    ...(call === undefined ? [] : callFaults(id, null, { call, codes: writtenCodes(task), times: timesOf(task) })),
    // What a tool of an agent fails with is told to its model: no handler names it, and nothing tries it again.
    ...tools.flatMap((made) => callFaults(id, made.of, { call: made.call, codes: [], times: 0 })),
  ];
}

interface StruckCall {
  readonly call: Call;
  /** Codes that it has besides those of its kind. */
  readonly codes: readonly string[];
  /** How often it is tried again. */
  readonly times: number;
}

function callFaults(id: string, of: ToolPlace | null, { call, codes: own, times }: StruckCall): readonly Fault[] {
  if (call.type === 'memory.call' || failureCodes(call).length === 0) return [];
  const fault = (kind: FaultKind, name: string = kind, most = Number.POSITIVE_INFINITY): Fault => {
    return { task: id, of, kind, name, call: call.type, times: most };
  };
  const codes = new Set([...failureCodes(call), ...own]);
  const tool = call.type === 'tool.call' ? findBuiltIn(call.use) : undefined;
  const isKept = tool?.store !== undefined;
  return [
    ...[...codes].map((code) => fault('code', code)),
    ...(isKept ? [] : [fault('timeout')]),
    ...(times === 0 ? [] : [fault('flaky', 'flaky', times)]),
    ...(malformedAnswer(call) === undefined ? [] : [fault('malformed')]),
    ...(call.type === 'model.call' ? [fault('refusal')] : []),
    fault('cancel'),
    fault('killed-before'),
    fault('killed-after'),
  ];
}

function waitFaults(id: string, hasTimeout: boolean): readonly Fault[] {
  const kinds: readonly FaultKind[] = hasTimeout
    ? ['timeout', 'signal-twice', 'late-timer']
    : ['signal-twice', 'late-timer'];
  return kinds.map((kind) => ({ task: id, of: null, kind, name: kind, call: null, times: Number.POSITIVE_INFINITY }));
}

/** Codes that the task itself expects, which may be those of its tool alone. */
function writtenCodes({ handlers }: Task): readonly string[] {
  const handler = handlers.find(({ name }) => name === 'on_error');
  if (handler === undefined || handler.routes === null || handler.condition !== null) return [];
  return handler.routes.map(({ key }) => key).filter((key) => /^[A-Z][A-Z0-9_]*$/.test(key) && key !== 'TIMEOUT_ERROR');
}

function timesOf({ retry, handlers }: Task): number {
  const attempts = retry?.attempts;
  if (attempts?.kind === 'value') return Math.min(MOST_TIMES, attempts.value);
  if (retry !== null) return 1;
  const asked = handlers.find(({ name }) => name === 'on_error')?.retry;
  return asked?.kind === 'value' && asked.value ? MOST_TIMES : 0;
}
