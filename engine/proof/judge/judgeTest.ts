import { equalJson, isJsonObject, type Json } from '../../base/index.ts';
import type { Analysis } from '../../graph/index.ts';
import { formatDuration } from '../../model/index.ts';
import { errorToJson, type RunEvent } from '../../run/index.ts';
import { findRange } from '../../syntax/index.ts';
import { type Findings, findNamed, type TaskExpectation, type TestCase } from '../../testFile/index.ts';
import { createLineIndex, type Path } from '../../text/index.ts';
import type { PlayedTest } from '../play/playTest.ts';
import { explainUntrue, type MatchScope, type Mismatch, matchValue } from './matchValue.ts';
import { rootsOf } from './rootsOf.ts';
import type { Failure, Verdict } from './Verdict.ts';

/** Compares what a test expects with the run that it played. */
export function judgeTest(analysis: Analysis, test: TestCase, played: PlayedTest, findings: Findings): Verdict {
  return new Judge(analysis, test, played, findings).verdict();
}

class Judge {
  readonly #analysis: Analysis;
  readonly #test: TestCase;
  readonly #played: PlayedTest;
  readonly #findings: Findings;
  readonly #failures: Failure[] = [];
  readonly #starts: readonly Extract<RunEvent, { readonly type: 'task.started' }>[];
  readonly #end: number;

  constructor(analysis: Analysis, test: TestCase, played: PlayedTest, findings: Findings) {
    this.#analysis = analysis;
    this.#test = test;
    this.#played = played;
    this.#findings = findings;
    this.#starts = played.events.filter((event) => event.type === 'task.started');
    this.#end = played.events.at(-1)?.at ?? 0;
  }

  verdict(): Verdict {
    const { view, stop, events } = this.#played;
    const duration = this.#end - (events[0]?.at ?? 0);
    // What a stopped run would have come to is not known: only why it was stopped is told.
    if (stop === null) this.#judge(duration);
    else this.#stopped();
    const { name, path } = this.#test;
    const at = this.#findings.placeOf([...path, 'name']);
    const failures = this.#failures;
    return {
      name,
      passed: failures.length === 0,
      status: view.status,
      duration,
      steps: this.#starts.length,
      at,
      failures,
    };
  }

  #scope(): MatchScope {
    return { root: rootsOf(this.#test, this.#played), now: this.#end };
  }

  #stopped(): void {
    const { stop, events } = this.#played;
    if (stop === null) return;
    const path = stop.code === 'INPUT' ? [...this.#test.path, 'input'] : this.#test.path;
    const event = events.at(-1)?.seq ?? null;
    this.#fail(stop.code, path, { message: stop.message, expected: null, actual: null, task: stop.task, event });
  }

  #judge(duration: number): void {
    const { view } = this.#played;
    const { expect } = this.#test;
    if (view.status !== expect.status) this.#status();
    this.#path();
    for (const [index, name] of expect.never.entries()) this.#never(name, this.#at('never', index));
    for (const task of expect.tasks) this.#task(task);
    if (expect.output !== undefined)
      for (const wrong of matchValue(expect.output, view.output, this.#scope()))
        this.#differs('OUTPUT', this.#at('output', ...stepsTo(wrong)), { wrong, what: 'The output' });
    if (expect.equals !== undefined && !equalJson(expect.equals, view.output)) {
      const message = `The output must be ${toText(expect.equals)}; it is ${toText(view.output)}.`;
      this.#fail('EQUALS', this.#at('equals'), { message, expected: expect.equals, actual: view.output });
    }
    for (const [index, source] of expect.that.entries()) {
      const why = explainUntrue(source, this.#scope());
      if (why === null) continue;
      const message = `${source.trim()} must be true; ${why}.`;
      this.#fail('THAT', this.#at('that', index), { message, expected: true, actual: null });
    }
    if (expect.within !== null && duration > expect.within) {
      const message = `The run must end within ${formatDuration(expect.within)}; it took ${formatDuration(duration)} of virtual time.`;
      this.#fail('WITHIN', this.#at('within'), { message, expected: expect.within, actual: duration });
    }
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
    const { path } = this.#test.expect;
    let next = 0;
    for (const { taskId } of this.#starts) if (taskId === this.#idOf(path[next])) next += 1;
    const missing = path[next];
    if (missing === undefined) return;
    const came = this.#starts.map(({ taskId }) => taskId);
    const before = next === 0 ? '' : ` after “${path[next - 1] ?? ''}”`;
    const message = `“${missing}” must start${before}; the run went ${came.slice(0, 50).join(', ') || 'nowhere'}.`;
    this.#fail('PATH', this.#at('path', next), { message, expected: path, actual: came, task: missing });
  }

  #never(name: string, path: Path): void {
    const start = this.#starts.find(({ taskId }) => taskId === this.#idOf(name));
    if (start === undefined) return;
    const message = `“${name}” must not start; it did, with the input ${toText(start.input)}.`;
    this.#fail('NEVER', path, { message, expected: null, actual: start.input, task: name, event: start.seq });
  }

  #task({ task, attempts, with: input, output, path }: TaskExpectation): void {
    const came = this.#played.view.tasks.get(this.#idOf(task) ?? '');
    if (came === undefined || came.startedAt === null) {
      const message = `“${task}” must run; it did not start.`;
      this.#fail('PATH', path, { message, expected: task, actual: null, task });
      return;
    }
    if (attempts !== null && came.attempts.length !== attempts) {
      const message = `“${task}” must be tried ${times(attempts)}; it was tried ${times(came.attempts.length)}.`;
      const actual = came.attempts.length;
      this.#fail('ATTEMPTS', [...path, 'attempts'], { message, expected: attempts, actual, task });
    }
    for (const [key, code, expected, actual] of [
      ['with', 'WITH', input, came.input],
      ['output', 'TASK_OUTPUT', output, came.output],
    ] as const) {
      if (expected === undefined) continue;
      const what = `The ${key === 'with' ? 'input' : 'output'} of “${task}”`;
      for (const wrong of matchValue(expected, actual, this.#scope()))
        this.#differs(code, [...path, key, ...stepsTo(wrong)], { wrong, what, task });
    }
  }

  #differs(
    code: Failure['code'],
    path: Path,
    { wrong, what, task }: { readonly wrong: Mismatch; readonly what: string; readonly task?: string },
  ): void {
    const { expected, actual, why } = wrong;
    const place = wrong.path === '' ? what : `${what} at ${wrong.path}`;
    const came = actual === undefined ? 'there is nothing' : `it is ${toText(actual)}`;
    const told = why === undefined ? came : `${came}, and ${why}`;
    const message = `${place} must be ${toText(expected)}; ${told}.`;
    this.#fail(code, path, { message, expected, actual: actual ?? null, ...(task === undefined ? {} : { task }) });
  }

  #fail(
    code: Failure['code'],
    path: Path,
    told: Pick<Failure, 'message' | 'expected' | 'actual'> & {
      readonly task?: string | null;
      readonly event?: number | null;
    },
  ): void {
    const { message, expected, actual, task: name = null, event = null } = told;
    const task = name === null ? null : this.#placeOf(name);
    this.#failures.push({ code, message, expected, actual, at: this.#findings.placeOf(path), task, event });
  }

  #placeOf(name: string): Failure['task'] {
    const { graph, syntax } = this.#analysis;
    const node = findNamed(graph, name);
    if (node === undefined) return { id: name, at: null };
    const { start } = findRange(syntax, node.task.path, 'value');
    return { id: node.id, at: createLineIndex(syntax.text).positionAt(start) };
  }

  #idOf(name: string | undefined): string | undefined {
    return name === undefined ? undefined : (findNamed(this.#analysis.graph, name)?.id ?? name);
  }

  #at(...keys: Path): Path {
    return [...this.#test.path, 'expect', ...keys];
  }
}

function stepsTo({ path }: Mismatch): Path {
  return path === '' ? [] : path.split('.').map((key) => (/^\d+$/.test(key) ? Number(key) : key));
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

/** JSON as a message shows it: on one line, and cut. */
function toText(value: Json): string {
  const text = JSON.stringify(value);
  return text.length <= 300 || !(isJsonObject(value) || Array.isArray(value) || typeof value === 'string')
    ? text
    : `${text.slice(0, 300).replace(/\p{Cs}$/u, '')} …`;
}
