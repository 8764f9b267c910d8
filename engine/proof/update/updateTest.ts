import { equalJson, isJsonObject, type Json, ok, ownValue, type Result, toData } from '../../base/index.ts';
import type { Analysis } from '../../graph/index.ts';
import { formatDuration } from '../../model/index.ts';
import { parseSyntax, removeAt, setValue } from '../../syntax/index.ts';
import { findNamed, type TaskExpectation, type TestCase } from '../../testFile/index.ts';
import { applyEdits, type Path, type Refusal } from '../../text/index.ts';
import { listCalls, sentBy } from '../cassette/listCalls.ts';
import { findWrong } from '../judge/judgeTest.ts';
import type { Wrong } from '../judge/Verdict.ts';
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

/** One place of the file and what it becomes; undefined: it goes. */
interface Change {
  readonly path: Path;
  readonly value: Json | undefined;
}

/**
 * Changes the expectations of a test that were not met, and nothing else, to what came, by the smallest edits. A run that was stopped
 * before its end tells nothing. Refused where the file cannot be changed.
 */
export function updateTest(failed: FailedTest): Result<UpdatedTest, Refusal> {
  const { analysis, test, played } = failed;
  let { text } = failed;
  if (played.stop !== null) return ok({ text, left: 1 });
  const found = findWrong(analysis, test, played).map((wrong) => toChanges(wrong, failed));
  // Several may say that the same goes.
  const changes = [
    ...new Map(found.flatMap((each) => each ?? []).map((each) => [each.path.join('\n'), each])).values(),
  ];
  // A text that looks like an expression would be one.
  const written = changes.filter(({ value }) => value === undefined || !JSON.stringify(value).includes('{{'));
  // Later places first: those before them stay where they are.
  for (const { path, value } of written.toReversed()) {
    const syntax = parseSyntax(text);
    const edits = value === undefined ? removeAt(syntax, path) : setValue(syntax, path, toData(value));
    if (!edits.ok) return edits;
    text = applyEdits(text, edits.value);
  }
  return ok({ text, left: found.filter((each) => each === null).length + changes.length - written.length });
}

/** What makes an expectation hold; null where no one knows what else is meant. */
function toChanges({ code, path, actual }: Wrong, failed: FailedTest): readonly Change[] | null {
  const { test, played } = failed;
  const { expect } = test;
  const task = expect.tasks.find((each) => isInside(path, each.path));
  if (task !== undefined && goes(task, failed)) return [{ path: task.path, value: undefined }];
  switch (code) {
    case 'STATUS':
      return [{ path, value: played.view.status }];
    case 'PATH':
      return task === undefined ? [toWay(failed)] : [];
    case 'NEVER': {
      const isAll = expect.never.every((name) => startsOf(failed).includes(idOf(name, failed)));
      return [{ path: isAll ? path.slice(0, -1) : path, value: undefined }];
    }
    case 'TIMES':
      return path.at(-1) === 'rounds' ? null : [{ path, value: actual }];
    case 'USE':
      return [{ path, value: actual ?? undefined }];
    case 'CALLS':
      if (task === undefined) return [{ path: [...path, 'times'], value: actual }];
      return [{ path, value: Array.isArray(task.calls) ? [...sentOf(task, failed)] : actual }];
    case 'SENT': {
      // Of another number of calls, all are written at once.
      const isListed = Array.isArray(task?.calls) && task.calls.length !== sentOf(task, failed).length;
      return isListed ? [] : [{ path, value: actual }];
    }
    case 'EQUALS':
      return expect.equals === undefined ? [] : listParts(expect.equals, played.view.output, path);
    case 'THAT':
      return null;
    case 'WITHIN':
      return [{ path, value: formatDuration(Number(actual)) }];
    default:
      return [{ path, value: actual }];
  }
}

/** Whether a task is no longer expected: it did not run, and no one says how often. */
function goes({ task, times, calls }: TaskExpectation, failed: FailedTest): boolean {
  const id = idOf(task, failed);
  const steps = [...failed.played.view.activations.values()];
  return times === null && calls === null && !steps.some((step) => step.taskId === id && step.startedAt !== null);
}

function toWay(failed: FailedTest): Change {
  const { analysis, test, played } = failed;
  const { isExactPath, path } = test.expect;
  const place = [...test.path, 'expect', 'path'];
  if (isExactPath) return { path: [...place, 'exactly'], value: startsOf(failed) };
  const way = pathOf(path, played, analysis) ?? [];
  return { path: place, value: way.length === 0 ? undefined : [...way] };
}

function startsOf({ played }: FailedTest): string[] {
  return played.events.flatMap((event) => (event.type === 'task.started' ? [event.taskId] : []));
}

/** What the calls of a task sent, memories aside. */
function sentOf({ task }: TaskExpectation, failed: FailedTest): readonly Json[] {
  const id = idOf(task, failed);
  return listCalls(failed.played.events)
    .filter((call) => call.taskId === id && call.kind !== 'memory')
    .map(sentBy);
}

function idOf(name: string, { analysis }: FailedTest): string {
  return findNamed(analysis.graph, name)?.id ?? name;
}

function isInside(path: Path, outer: Path): boolean {
  return outer.every((step, index) => step === path[index]);
}

/** Where a whole value differs from what came, as deep as both are alike. */
function listParts(expected: Json, actual: Json, path: Path): readonly Change[] {
  if (equalJson(expected, actual)) return [];
  const inside = (key: string | number, before: Json | undefined, after: Json | undefined): readonly Change[] =>
    before === undefined || after === undefined
      ? [{ path: [...path, key], value: after }]
      : listParts(before, after, [...path, key]);
  if (isJsonObject(expected) && isJsonObject(actual)) {
    const keys = new Set([...Object.keys(expected), ...Object.keys(actual)]);
    return [...keys].flatMap((key) => inside(key, ownValue(expected, key), ownValue(actual, key)));
  }
  if (Array.isArray(expected) && Array.isArray(actual) && expected.length === actual.length)
    return expected.flatMap((part: Json, index) => inside(index, part, actual[index]));
  return [{ path, value: actual }];
}
