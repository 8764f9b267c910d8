import { equalJson, isJsonObject, type Json, ok, ownValue, type Result, toData } from '../../base/index.ts';
import type { Analysis } from '../../graph/index.ts';
import { formatDuration } from '../../model/index.ts';
import type { ActivationView } from '../../run/index.ts';
import { parseSyntax, removeAt, setValue } from '../../syntax/index.ts';
import {
  type CallExpectation,
  type Count,
  findNamed,
  type RoundExpectation,
  type TaskExpectation,
  type TestCase,
} from '../../testFile/index.ts';
import { applyEdits, type Path, type Refusal } from '../../text/index.ts';
import { listCalls, type RunCall, sentBy } from '../cassette/listCalls.ts';
import { isWithin, itemOf } from '../judge/judgeTask.ts';
import { rootsOf } from '../judge/rootsOf.ts';
import { explainUntrue, findLike, isOf, type MatchScope, matchValue, wholeOf } from '../play/matchValue.ts';
import type { PlayedTest } from '../play/playTest.ts';
import { pathOf } from '../save/tellValue.ts';

/** A test that failed, with its result. */
export interface FailedTest {
  readonly analysis: Analysis;
  readonly test: TestCase;
  readonly played: PlayedTest;
  /** The text of its file. */
  readonly text: string;
}

/** A test file whose test expects its result. */
export interface UpdatedTest {
  readonly text: string;
  /** How many expectations are as they were, since what came cannot be written as one: those under `that`, and texts with `{{`. */
  readonly left: number;
}

/**
 * Changes the expectations of a test that were not met, and nothing else, to what came, by the smallest edits. A run that was stopped
 * before its end tells nothing. Refused where the file cannot be changed.
 */
export function updateTest(failed: FailedTest): Result<UpdatedTest, Refusal> {
  if (failed.played.stop !== null) return ok({ text: failed.text, left: 1 });
  const update = new Update(failed);
  update.collect();
  return update.write();
}

/** One place of the expectations and what it becomes; undefined: it goes. */
interface Change {
  readonly path: Path;
  readonly value: Json | undefined;
}

/** Where a part of a value is expected; `isWhole`: nothing besides. */
interface PartPlace {
  readonly path: Path;
  readonly scope: MatchScope;
  readonly isWhole?: boolean;
}

class Update {
  readonly #failed: FailedTest;
  readonly #changes: Change[] = [];
  #left = 0;

  constructor(failed: FailedTest) {
    this.#failed = failed;
  }

  collect(): void {
    const { analysis, test, played } = this.#failed;
    const { expect } = test;
    const { view, events } = played;
    const end = events.at(-1)?.at ?? 0;
    const scope = { root: rootsOf(test, played), now: end };
    if (view.status !== expect.status) this.#set(['status'], view.status);
    const path = expect.isExactPath ? null : pathOf(expect.path, played, analysis);
    if (path !== null) this.#set(['path'], path.length === 0 ? undefined : [...path]);
    if (expect.isExactPath) this.#exactPath(expect.path);
    this.#never();
    for (const task of expect.tasks) this.#task(task, scope);
    for (const [index, call] of expect.calls.entries()) this.#call(call, ['calls', index]);
    if (expect.output !== undefined) this.#part(expect.output, view.output, { path: ['output'], scope });
    if (expect.equals !== undefined) this.#whole(expect.equals, view.output, ['equals']);
    const duration = end - (events[0]?.at ?? 0);
    if (expect.within !== null && duration > expect.within) this.#set(['within'], formatDuration(duration));
    // No one knows which other expression is meant.
    this.#left += expect.that.filter((source) => explainUntrue(source, scope) !== null).length;
  }

  /** Later places first: those before them stay where they are. */
  write(): Result<UpdatedTest, Refusal> {
    let { text } = this.#failed;
    for (const { path, value } of this.#changes.toReversed()) {
      const syntax = parseSyntax(text);
      const at = [...this.#failed.test.path, 'expect', ...path];
      const edits = value === undefined ? removeAt(syntax, at) : setValue(syntax, at, toData(value));
      if (!edits.ok) return edits;
      text = applyEdits(text, edits.value);
    }
    return ok({ text, left: this.#left });
  }

  #set(path: Path, value: Json | undefined): void {
    // A text that looks like an expression would be one.
    if (value !== undefined && JSON.stringify(value).includes('{{')) this.#left += 1;
    else this.#changes.push({ path, value });
  }

  #never(): void {
    const { analysis, test, played } = this.#failed;
    const started = new Set(played.events.flatMap((event) => (event.type === 'task.started' ? [event.taskId] : [])));
    const { never } = test.expect;
    const isStarted = (name: string): boolean => started.has(findNamed(analysis.graph, name)?.id ?? name);
    if (never.length > 0 && never.every(isStarted)) this.#set(['never'], undefined);
    else for (const [index, name] of never.entries()) if (isStarted(name)) this.#set(['never', index], undefined);
  }

  #exactPath(path: readonly string[]): void {
    const { analysis, played } = this.#failed;
    const starts = played.events.flatMap((event) => (event.type === 'task.started' ? [event.taskId] : []));
    const wanted = path.map((name) => findNamed(analysis.graph, name)?.id ?? name);
    if (!equalJson(wanted, starts)) this.#set(['path', 'exactly'], starts);
  }

  #task(expected: TaskExpectation, scope: MatchScope): void {
    const { task, use, times, calls, rounds, items, path: at } = expected;
    const { analysis, played } = this.#failed;
    const id = findNamed(analysis.graph, task)?.id ?? task;
    const path: Path = ['tasks', at.at(-1) ?? task];
    const steps = [...played.view.activations.values()].filter((step) => step.taskId === id && step.startedAt !== null);
    const last = steps.at(-1);
    if (last === undefined && times === null && calls === null) {
      this.#set(path, undefined);
      return;
    }
    if (times !== null && !isWithin(times, steps.length)) this.#set([...path, 'times'], steps.length);
    if (use !== null) this.#use(id, use, [...path, 'use']);
    if (calls !== null) this.#calls(id, calls, { path: [...path, 'calls'], scope });
    if (rounds !== null && rounds.length !== steps.length) this.#left += 1;
    for (const [index, round] of (rounds ?? []).entries()) this.#round(round, steps[index], scope);
    for (const [index, item] of items)
      this.#round(
        item,
        steps.findLast((step) => itemOf(played.view, step) === index),
        scope,
      );
    if (last !== undefined) this.#round(expected, last, scope);
  }

  #round(
    { attempts, with: input, output, path: own }: RoundExpectation,
    came: ActivationView | undefined,
    scope: MatchScope,
  ): void {
    if (came === undefined) return;
    const path = own.slice(this.#failed.test.path.length + 1);
    if (attempts !== null && came.attempts.length !== attempts) this.#set([...path, 'attempts'], came.attempts.length);
    if (input !== undefined) this.#part(input, came.input, { path: [...path, 'with'], scope });
    if (output !== undefined) this.#part(output, came.output, { path: [...path, 'output'], scope });
  }

  #use(id: string, use: string, path: Path): void {
    const made = this.#made.filter((call) => call.taskId === id);
    if (!made.some((call) => isOf(call, use))) this.#set(path, made[0]?.name);
  }

  #calls(id: string, expected: Count | readonly Json[], at: { readonly path: Path; readonly scope: MatchScope }): void {
    const made = this.#made.filter((call) => call.taskId === id);
    if (!('length' in expected)) {
      if (!isWithin(expected, made.length)) this.#set(at.path, made.length);
    } else if (expected.length !== made.length) this.#set(at.path, made.map(sentBy));
    else
      for (const [index, sent] of expected.entries())
        this.#part(sent, made[index] === undefined ? undefined : sentBy(made[index]), {
          path: [...at.path, index],
          scope: at.scope,
        });
  }

  #call({ use, sent, times }: CallExpectation, path: Path): void {
    const { test, played } = this.#failed;
    const scope = { root: rootsOf(test, played), now: played.events.at(-1)?.at ?? 0 };
    const like = findLike(this.#made, { use, sent, scope });
    if (!isWithin(times, like.length)) this.#set([...path, 'times'], like.length);
  }

  /** All calls but those of memories. */
  get #made(): readonly RunCall[] {
    return listCalls(this.#failed.played.events).filter(({ kind }) => kind !== 'memory');
  }

  /** What is named of a value: keys that are not named are of no interest, unless they are in what is expected to be all of it. */
  #part(expected: Json, actual: Json | undefined, at: PartPlace): void {
    const { path, scope, isWhole = false } = at;
    const whole = isWhole ? undefined : wholeOf(expected);
    if (whole !== undefined) {
      this.#part(whole, actual, { path: [...path, 'exactly'], scope, isWhole: true });
      return;
    }
    if (matchValue(expected, actual, scope, { at: '', path: '', isWhole }).length === 0) return;
    const came = actual ?? null;
    if (isJsonObject(expected) && isJsonObject(came)) {
      for (const [key, part] of Object.entries(expected))
        this.#part(part, ownValue(came, key), { path: [...path, key], scope, isWhole });
      for (const [key, value] of Object.entries(came))
        if (isWhole && ownValue(expected, key) === undefined) this.#set([...path, key], value);
    } else if (Array.isArray(expected) && Array.isArray(actual) && expected.length === actual.length) {
      for (const [index, part] of expected.entries())
        this.#part(part as Json, actual[index] as Json, { path: [...path, index], scope, isWhole });
    } else this.#set(path, actual);
  }

  #whole(expected: Json, actual: Json, path: Path): void {
    if (equalJson(expected, actual)) return;
    if (isJsonObject(expected) && isJsonObject(actual)) {
      for (const key of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
        const [before, after] = [ownValue(expected, key), ownValue(actual, key)];
        if (before === undefined || after === undefined) this.#set([...path, key], after);
        else this.#whole(before, after, [...path, key]);
      }
    } else if (Array.isArray(expected) && Array.isArray(actual) && expected.length === actual.length) {
      for (const [index, part] of expected.entries())
        this.#whole(part as Json, actual[index] as Json, [...path, index]);
    } else this.#set(path, actual);
  }
}
