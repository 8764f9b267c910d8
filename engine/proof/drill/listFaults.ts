import { failureCodes } from '../../effects/index.ts';
import type { GraphNode } from '../../graph/index.ts';
import { configOf, type Task } from '../../model/index.ts';
import type { Call } from '../../run/index.ts';
import { findBuiltIn } from '../../tools/index.ts';
import type { Fault, FaultKind } from './Fault.ts';
import type { PlayedDrill } from './PlayedDrill.ts';
import { malformedAnswer } from './strikeOutcome.ts';
import type { ToolPlace } from './ToolPlaces.ts';

/** Times that a task may be tried again in the fault `flaky`; a policy that allows more is tried so often. */
const MOST_TIMES = 3;

/** The faults of a task, which are those of its own calls, and of each call of a tool of its agent, that a run without faults reached. */
export function listFaults({ id, task }: GraphNode, usual: PlayedDrill): readonly Fault[] {
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
