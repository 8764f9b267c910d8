import { failureCodes } from '../../effects/index.ts';
import type { Analysis } from '../../graph/index.ts';
import { configOf, type Task } from '../../model/index.ts';
import type { Call } from '../../run/index.ts';
import { findBuiltIn } from '../../tools/index.ts';
import type { Fault, FaultKind } from './Fault.ts';
import type { PlayedDrill } from './PlayedDrill.ts';
import { malformedAnswer } from './strikeOutcome.ts';

/** Times that a task may be tried again in the fault `flaky`; a policy that allows more is tried so often. */
const MOST_TIMES = 3;

/** The faults of each task that a run without one came to, in the order of the text. */
export function listFaults({ graph }: Analysis, usual: PlayedDrill): readonly Fault[] {
  return [...graph.nodes.values()].flatMap(({ id, task }): readonly Fault[] => {
    const call = usual.calls.get(id);
    if (usual.signals.has(id)) return waitFaults(id, (configOf(task).timeout ?? null) !== null);
    return call === undefined || failureCodes(call).length === 0 ? [] : callFaults(id, task, call);
  });
}

function callFaults(id: string, task: Task, call: Call): readonly Fault[] {
  if (call.type === 'memory.call') return [];
  const fault = (kind: FaultKind, name: string = kind, times = Number.POSITIVE_INFINITY): Fault => {
    return { task: id, kind, name, call: call.type, times };
  };
  const codes = new Set([...failureCodes(call), ...writtenCodes(task)]);
  const tool = call.type === 'tool.call' ? findBuiltIn(call.use) : undefined;
  const isKept = tool?.store !== undefined;
  const times = timesOf(task);
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
  return kinds.map((kind) => ({ task: id, kind, name: kind, call: null, times: Number.POSITIVE_INFINITY }));
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
