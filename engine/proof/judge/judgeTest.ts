import { equalJson } from '../../base/index.ts';
import type { Analysis } from '../../graph/index.ts';
import { formatDuration } from '../../model/index.ts';
import { errorToJson } from '../../run/index.ts';
import { findRange } from '../../syntax/index.ts';
import {
  type CallExpectation,
  type Findings,
  findNamed,
  type TaskExpectation,
  type TestCase,
} from '../../testFile/index.ts';
import { createLineIndex, type Path } from '../../text/index.ts';
import { listCalls, type RunCall } from '../cassette/listCalls.ts';
import { explainUntrue, findLike, type MatchScope } from '../play/matchValue.ts';
import type { PlayedTest } from '../play/playTest.ts';
import { isWithin, judgeTask, tellCalls, toJson } from './judgeTask.ts';
import { durationOf, rootsOf } from './rootsOf.ts';
import { differsInWhole, type Failure, judgeValue, toText, type Verdict, type Wrong } from './Verdict.ts';

/** What of a run a test is compared with. */
type JudgedRun = Pick<PlayedTest, 'events' | 'view' | 'stop'>;

/** Compares what a test expects with the run that it played. */
export function judgeTest(analysis: Analysis, test: TestCase, played: JudgedRun, findings: Findings): Verdict {
  const { view, events } = played;
  const toFailure = (wrong: Wrong): Failure => {
    const { code, path, message, expected, actual, place, task: name = null, event = null } = wrong;
    return {
      code,
      message,
      expected: expected ?? null,
      actual: actual ?? null,
      ...(place === undefined ? {} : { place }),
      ...(actual === undefined ? { isAbsent: true } : {}),
      // What must not be there has no place of its own.
      at: findings.placeOf(expected === undefined ? path.slice(0, -1) : path),
      task: name === null ? null : placeTask(analysis, name),
      event,
      after: event === null ? null : durationOf({ events: events.slice(0, event + 1) }),
    };
  };
  const failures = findWrong(analysis, test, played).map(toFailure);
  return {
    name: test.name,
    passed: failures.length === 0,
    status: view.status,
    duration: durationOf(played),
    steps: startsOf(played).length,
    at: findings.placeOf([...test.path, 'name']),
    failures,
  };
}

/** All that is not as a test expects it, in the order of its file. What a stopped run would have come to is not known: only why it was stopped is told. */
export function findWrong(analysis: Analysis, test: TestCase, played: JudgedRun): readonly Wrong[] {
  const { stop, events } = played;
  if (stop === null) return new Judge(analysis, test, played).judge();
  const { code, message, task } = stop;
  const path = code === 'INPUT' ? [...test.path, 'input'] : test.path;
  return [{ code, path, message, expected: null, actual: null, task, event: events.at(-1)?.seq ?? null }];
}

/** The tasks that started, in order. */
function startsOf({ events }: JudgedRun) {
  return events.filter((event) => event.type === 'task.started');
}

function placeTask({ graph, syntax }: Analysis, name: string): Failure['task'] {
  const node = findNamed(graph, name);
  if (node === undefined) return { id: name, at: null };
  const { start } = findRange(syntax, node.task.path, 'value');
  return { id: node.id, at: createLineIndex(syntax.text).positionAt(start) };
}

class Judge {
  readonly #analysis: Analysis;
  readonly #test: TestCase;
  readonly #played: JudgedRun;
  readonly #wrong: Wrong[] = [];
  readonly #starts: ReturnType<typeof startsOf>;
  #allCalls: readonly RunCall[] | null = null;

  constructor(analysis: Analysis, test: TestCase, played: JudgedRun) {
    this.#analysis = analysis;
    this.#test = test;
    this.#played = played;
    this.#starts = startsOf(played);
  }

  get #scope(): MatchScope {
    return { root: rootsOf(this.#test, this.#played), now: this.#played.events.at(-1)?.at ?? 0 };
  }

  judge(): readonly Wrong[] {
    const { view } = this.#played;
    const { expect } = this.#test;
    if (view.status !== expect.status) this.#status();
    this.#path();
    for (const [index, name] of expect.never.entries()) this.#never(name, this.#at('never', index));
    for (const task of expect.tasks) this.#task(task);
    for (const call of expect.calls) this.#call(call);
    const output = { path: this.#at('output'), expected: expect.output, actual: view.output, what: 'The output' };
    this.#wrong.push(...judgeValue('OUTPUT', { ...output, scope: this.#scope }));
    if (expect.equals !== undefined && !equalJson(expect.equals, view.output)) {
      const message = differsInWhole(expect.equals, view.output, 'The output');
      this.#fail('EQUALS', this.#at('equals'), { message, expected: expect.equals, actual: view.output });
    }
    for (const [index, source] of expect.that.entries()) {
      const why = explainUntrue(source, this.#scope);
      if (why === null) continue;
      const message = `${source.trim()} must be true; ${why}.`;
      this.#fail('THAT', this.#at('that', index), { message, expected: true, actual: null });
    }
    const duration = durationOf(this.#played);
    if (expect.within !== null && duration > expect.within) {
      const message = `The run must end within ${formatDuration(expect.within)}; it took ${formatDuration(duration)} of virtual time.`;
      this.#fail('WITHIN', this.#at('within'), { message, expected: expect.within, actual: duration });
    }
    return this.#wrong;
  }

  #status(): void {
    const { view, events } = this.#played;
    const { status } = this.#test.expect;
    const failed = events.findLast((event) => event.type === 'task.failed');
    const why = view.error === null ? '' : ` with ${view.error.code}: ${view.error.message}`;
    const message = `The run must end with ${status}; it ended with ${view.status}${why.replace(/\.?$/, '.')}`;
    const more = failed === undefined ? {} : { task: failed.taskId, event: failed.seq };
    const actual = view.error === null ? view.status : { status: view.status, error: errorToJson(view.error) };
    this.#fail('STATUS', this.#at('status'), { message, expected: status, actual, ...more });
  }

  #path(): void {
    const { path, isExactPath } = this.#test.expect;
    if (isExactPath) {
      this.#exactPath(path);
      return;
    }
    let next = 0;
    for (const { taskId } of this.#starts) if (taskId === this.#idOf(path[next])) next += 1;
    const missing = path[next];
    if (missing === undefined) return;
    const came = this.#starts.map(({ taskId }) => taskId);
    const before = next === 0 ? '' : ` after “${path[next - 1] ?? ''}”`;
    const message = `“${missing}” must start${before}; the run went ${came.slice(0, 50).join(', ') || 'nowhere'}.`;
    this.#fail('PATH', this.#at('path', next), { message, expected: path, actual: came, task: missing });
  }

  #exactPath(path: readonly string[]): void {
    const came = this.#starts.map(({ taskId }) => taskId);
    const index = [...path, null].findIndex((name, at) => (name === null ? undefined : this.#idOf(name)) !== came[at]);
    if (index === -1) return;
    const [wanted, start] = [path[index], this.#starts[index]];
    const message =
      wanted === undefined
        ? `Nothing more must start after “${path.at(-1) ?? 'the start'}”; “${start?.taskId ?? ''}” did.`
        : `“${wanted}” must start ${index === 0 ? 'first' : `next after “${path[index - 1] ?? ''}”`}; ${start === undefined ? 'nothing more did' : `“${start.taskId}” did`}.`;
    const place = wanted === undefined ? this.#at('path', 'exactly') : this.#at('path', 'exactly', index);
    const task = start?.taskId ?? wanted ?? null;
    this.#fail('PATH', place, { message, expected: [...path], actual: came, task, event: start?.seq ?? null });
  }

  #never(name: string, path: Path): void {
    const start = this.#starts.find(({ taskId }) => taskId === this.#idOf(name));
    if (start === undefined) return;
    const message = `“${name}” must not start; it did, with the input ${toText(start.input)}.`;
    this.#fail('NEVER', path, { message, expected: null, actual: start.input, task: name, event: start.seq });
  }

  #task(expected: TaskExpectation): void {
    const { task } = expected;
    const run = { view: this.#played.view, events: this.#played.events, calls: this.#calls(), scope: this.#scope };
    for (const wrong of judgeTask(expected, this.#idOf(task) ?? task, run)) this.#wrong.push({ ...wrong, task });
  }

  /** The calls of all tasks that are like what is expected. */
  #call({ use, sent, times, path }: CallExpectation): void {
    const like = findLike(this.#calls(), { use, sent, scope: this.#scope });
    if (isWithin(times, like.length)) return;
    const of = use === null ? '' : ` of ${use}`;
    const sending = sent === undefined ? '' : ` with ${toText(sent)}`;
    const message = `There must be ${tellCalls(times)}${of}${sending}; ${this.#tellFound(like.length)}.`;
    const surplus = like[times.most];
    this.#fail('CALLS', path, {
      message,
      expected: toJson(times),
      actual: like.length,
      task: surplus?.taskId ?? null,
      event: surplus?.seq ?? null,
    });
  }

  #tellFound(count: number): string {
    if (count > 0) return count === 1 ? 'there was one' : `there were ${count}`;
    const all = this.#calls().map((call) => `${call.taskId}: ${call.name}`);
    return all.length === 0 ? 'there was none' : `there was none (there was ${all.slice(0, 5).join(', ')})`;
  }

  #calls(): readonly RunCall[] {
    this.#allCalls ??= listCalls(this.#played.events);
    return this.#allCalls;
  }

  #fail(code: Failure['code'], path: Path, told: Omit<Wrong, 'code' | 'path'>): void {
    this.#wrong.push({ code, path, ...told });
  }

  #idOf(name: string | undefined): string | undefined {
    return name === undefined ? undefined : (findNamed(this.#analysis.graph, name)?.id ?? name);
  }

  #at(...keys: Path): Path {
    return [...this.#test.path, 'expect', ...keys];
  }
}
