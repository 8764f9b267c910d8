import { equalJson, isJsonObject } from '../../base/index.ts';
import { type Analysis, effectiveWorkflow } from '../../graph/index.ts';
import { resolveUse, roleOf } from '../../model/index.ts';
import type { RunError, RunEvent } from '../../run/index.ts';
import type { Answer } from '../../testFile/index.ts';
import { describeCall } from '../play/playTest.ts';
import { type Fault, isTold } from './Fault.ts';
import { judgeLeak } from './judgeLeak.ts';
import { judgeForeseen, judgePromise, tellSilentTool } from './judgePromise.ts';
import { type DrillCase, type DrillJudgement, findRepeated, type PlayedDrill } from './PlayedDrill.ts';

type Failed = Extract<RunEvent, { readonly type: 'task.failed' }>;

/** Judges a run with a fault by the worst that is true of it. */
export function judgeRun(of: DrillCase): DrillJudgement {
  return judgeLeak(of) ?? judgeRepeat(of) ?? judgeStop(of) ?? judgeForeseen(of) ?? judgeSilence(of) ?? judgeRest(of);
}

/** How the run ends; where that is well, whether it keeps what its test promises. */
function judgeRest(of: DrillCase): DrillJudgement {
  const ended = judgeEnd(of);
  return ended.verdict === 'handled' || ended.verdict === 'as-written' ? (judgePromise(of) ?? ended) : ended;
}

function judgeRepeat({ run, usual, fault }: DrillCase): DrillJudgement | null {
  const repeated = findRepeated(run.consequences, usual.consequences);
  if (repeated === null) return null;
  const { task, call, at } = repeated;
  const what = describeCall(call);
  const cause =
    fault.kind === 'killed-before' || fault.kind === 'killed-after'
      ? 'after the host has ended, and the other side gets no key to recognise it'
      : fault.kind === 'timeout'
        ? 'though it may have been done when no answer came'
        : 'though it was done before';
  const why = `“${task}” makes ${what} twice, ${cause}. Give it an Idempotency-Key that stays the same, or do not make it again.`;
  return { verdict: 'repeats', why, step: at };
}

function judgeStop({ run, fault, analysis }: DrillCase): DrillJudgement | null {
  const { stop } = run;
  const step = Math.max(0, run.events.length - 1);
  if (stop === null) return null;
  switch (stop.code) {
    case 'asked':
      return {
        verdict: 'handled',
        why: `The run pauses, and a person is asked whether ${describeCall(stop.call)} is made again.`,
        step,
      };
    case 'stuck': {
      const held = [...analysis.graph.nodes.values()].filter(({ id, task }) => task.join === 'all' && isHeld(run, id));
      const joins = held.map(({ id }) => `“${id}”`).join(', ');
      const behind = joins === '' ? '' : ` ${joins} waits for it and never starts.`;
      const [waiting = fault.task] = stop.waitsFor;
      return {
        verdict: 'hangs',
        why: `Nothing ends the call of ${fault.of === null ? '' : `the tool “${fault.of.tool}” by `}“${waiting}” when no answer comes.${behind} Give it, or what is around it, a timeout.`,
        step,
      };
    }
    case 'endless':
      return { verdict: 'hangs', why: `${stop.message} Bound its retries, or give the loop a way out.`, step };
    default:
      return { verdict: 'unhandled', why: stop.message, step };
  }
}

function isHeld({ events }: PlayedDrill, id: string): boolean {
  const has = (type: RunEvent['type']): boolean =>
    events.some((event) => event.type === type && 'taskId' in event && event.taskId === id);
  return has('task.queued') && !has('task.started');
}

/**
 * A run that tells what it would have told if the work had been done, which it was not, and in which nothing else was done about it: an output that
 * says “refunded” after a refund that failed.
 */
function judgeSilence(of: DrillCase): DrillJudgement | null {
  const { run, usual, fault } = of;
  const step = run.events.length - 1;
  const [end, usualEnd] = [run.events.at(-1), usual.events.at(-1)];
  if (end?.type !== 'run.finished' || usualEnd?.type !== 'run.finished') return null;
  if (end.status !== 'success' || usualEnd.status !== 'success') return null;
  if (end.output === null || !equalJson(end.output, usualEnd.output)) return null;
  const done = ({ consequences }: PlayedDrill): number => consequences.filter(({ task }) => task === fault.task).length;
  if (done(run) >= done(usual) || startsMore(run, usual)) return null;
  const silent = `The run ends with the same output as if “${fault.task}” had worked, and does nothing else about the failure. Report it in the output, notify somebody, or end with an error.`;
  return { verdict: 'unhandled', why: tellSilentTool(of) ?? silent, step };
}

/** Whether a run starts a task that the other one does not. */
function startsMore(run: PlayedDrill, other: PlayedDrill): boolean {
  const known = new Set(startsOf(other));
  return startsOf(run).some((id) => !known.has(id));
}

function judgeEnd(of: DrillCase): DrillJudgement {
  const { run } = of;
  const step = run.events.length - 1;
  const end = run.events[step];
  if (end?.type !== 'run.finished') throw new RangeError('A run that has ended says so.');
  if (end.error === null) return { verdict: 'handled', ...explainHandled(of, step) };
  if (end.status === 'cancelled') return { verdict: 'handled', why: 'The run stops at once, as requested.', step };
  return judgeError(of, end.error, step);
}

function judgeError(of: DrillCase, error: RunError, step: number): DrillJudgement {
  const { run, usual, fault, analysis } = of;
  if (isLimit(error)) {
    const why = `The run goes round until a limit stops it: ${error.message}`;
    return { verdict: 'hangs', why, step };
  }
  const before = usual.events.at(-1);
  if (before?.type === 'run.finished' && before.error?.code === error.code && before.error.message === error.message)
    return { verdict: 'as-written', why: `The run ends with ${error.code}, as it does without the fault.`, step };
  const failed = (event: RunEvent): event is Failed => event.type === 'task.failed' && isSame(event.error, error);
  // What is raised may be the very error that was handled: then it is as written all the same.
  const raised = run.events.findIndex((event) => failed(event) && raises(analysis, event.taskId));
  const at = raised === -1 ? run.events.findIndex(failed) : raised;
  const origin = run.events[at] as Failed | undefined;
  const shown = at === -1 ? step : at;
  if (origin !== undefined && raises(analysis, origin.taskId))
    return {
      verdict: 'as-written',
      why: `“${origin.taskId}” ends the run with ${error.code}, as it is written.`,
      step: shown,
    };
  const test = of.tests.find(({ expect, answers }) => {
    return (
      expect.status === 'error' &&
      answers.some((each) => lastOf(each.task) === fault.task && each.answers.some((answer) => isError(answer, fault)))
    );
  });
  if (
    test !== undefined &&
    origin !== undefined &&
    isAround(analysis, origin.taskId, fault.task) &&
    !hasRoutes(analysis, fault.task)
  )
    return {
      verdict: 'as-written',
      why: `The run ends with ${error.code}, as the test “${test.name}” expects.`,
      step: shown,
    };
  return { verdict: 'unhandled', why: explainUnhandled(of, error, origin), step: shown };
}

function explainUnhandled({ analysis, fault, run }: DrillCase, error: RunError, origin: Failed | undefined): string {
  if (origin === undefined) return `The run ends with ${error.code}: ${error.message}`;
  const { taskId } = origin;
  if (!isAround(analysis, taskId, fault.task)) {
    const way = errorEdge(run);
    const led =
      way === null
        ? `After the fault of “${fault.task}”,`
        : `“${way.taskId}” leads to “${way.target}” by ${way.via}, but`;
    return `${led} “${taskId}” fails with ${error.code}: ${error.message}`;
  }
  const { task } = fault;
  const handler = analysis.graph.nodes.get(task)?.task.handlers.find(({ name }) => name === 'on_error');
  const lack =
    handler === undefined
      ? `“${task}” has no on_error`
      : handler.routes === null
        ? `on_error of “${task}” leads nowhere for it`
        : `on_error of “${task}” has no route for it`;
  const around = taskId === task ? 'anything' : `“${taskId}”`;
  return `${lack}, nor does ${around} around it take ${error.code}: the run ends with it.`;
}

/** Whether a test answers with an error what a fault strikes. */
function isError(answer: Answer, { of }: Fault): boolean {
  return answer.kind === 'error' && (answer.tool ?? null) === (of?.tool ?? null);
}

function explainHandled(
  { run, usual, fault, test }: DrillCase,
  last: number,
): { readonly why: string; readonly step: number } {
  const way = errorEdge(run);
  if (way !== null)
    return {
      why: `${way.via} of “${way.taskId}” leads to “${way.target}”, and the run ends with success.`,
      step: way.index,
    };
  const tries = run.events.findLast((event) => event.type === 'task.retrying' && event.taskId === fault.task);
  if (tries?.type === 'task.retrying')
    return { why: `“${fault.task}” is tried again, and the run ends with success.`, step: tries.seq };
  const repeated = run.events.findIndex((event) => event.type === 'effect.repeated');
  if (repeated !== -1)
    return { why: 'What was under way is made once more, and the run ends with success.', step: repeated };
  if (fault.of !== null && isTold(fault))
    return {
      why: `The model is told about the failure, but the drill repeats its answers from “${test.name}”; the run ends with success.`,
      step: last,
    };
  const isUsual = startsOf(run).join(' ') === startsOf(usual).join(' ');
  return {
    why: isUsual
      ? 'The run continues as it does without the fault.'
      : 'The run takes another path and ends with success.',
    step: last,
  };
}

interface TakenEdge {
  readonly taskId: string;
  readonly via: string;
  readonly target: string;
  readonly index: number;
}

/** The first edge by which an error continues after the fault. */
function errorEdge({ events, struckAt }: PlayedDrill): TakenEdge | null {
  for (const [index, event] of events.entries())
    if (index >= (struckAt ?? 0) && event.type === 'edge.taken' && roleOf(event.via) === 'error')
      return { taskId: event.taskId, via: event.via, target: event.target, index };
  return null;
}

function startsOf({ events }: PlayedDrill): readonly string[] {
  return events.flatMap((event) => (event.type === 'task.started' ? [event.taskId] : []));
}

function isSame(one: RunError, other: RunError): boolean {
  return one.code === other.code && one.message === other.message;
}

/** A limit of the machine: the run goes in a circle. */
function isLimit({ code, details }: RunError): boolean {
  const type = isJsonObject(details) ? details['type'] : null;
  return code === 'LIMIT_ERROR' && typeof type === 'string' && type.startsWith('limit.');
}

/** Whether a task fails by intention. */
function raises(analysis: Analysis, id: string): boolean {
  const task = analysis.graph.nodes.get(id)?.task;
  if (task === undefined) return false;
  const use = resolveUse(effectiveWorkflow(analysis), task);
  if (use.kind === 'core') return use.name === 'raise';
  return use.kind === 'tool' && use.tool.use?.repo === 'core' && use.tool.use.package === 'raise';
}

/** Whether a task is another one, or a container around it. */
function isAround({ graph }: Analysis, id: string, inner: string): boolean {
  for (let at: string | null | undefined = inner; typeof at === 'string'; at = graph.nodes.get(at)?.parent)
    if (at === id) return true;
  return false;
}

function hasRoutes(analysis: Analysis, id: string): boolean {
  const handlers = analysis.graph.nodes.get(id)?.task.handlers ?? [];
  return handlers.some(({ name, routes }) => name === 'on_error' && routes !== null);
}

function lastOf(name: string): string {
  return name.split('/').at(-1) ?? name;
}
