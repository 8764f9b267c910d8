import {
  equalJson,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonObject,
  ok,
  type Result,
  toData,
  toJson,
} from '../../base/index.ts';
import { toTemplateWords } from '../../effects/index.ts';
import type { Analysis } from '../../graph/index.ts';
import type { Call } from '../../run/index.ts';
import { findNode, parseSyntax, setValue, toNodeData } from '../../syntax/index.ts';
import { findNamed, type TaskAnswers, type TestCase } from '../../testFile/index.ts';
import { applyEdits, type Diagnostic, type Path, type Refusal } from '../../text/index.ts';
import { agentToolOf, askedBy } from '../play/Answers.ts';
import type { GivenCassette } from '../play/RecordedCalls.ts';
import { withoutNoise } from '../save/shortenAnswers.ts';

/** A call that was made for real because no answer of its test is for it, or fits it any more. */
export interface RealCall {
  readonly call: Call;
  /** What it was answered with, as a test file has it: under `output`, or under `tool_calls` what a model called. */
  readonly answer: JsonObject;
  /** What it had before, as {@link answer}; null: nothing, or nothing that can be shown. */
  readonly before: JsonObject | null;
  /** In what it differs from what the recorded run asked there; null: there is no recorded run, or it asked nothing there. */
  readonly changes: string | null;
  /** The answer that does not fit any more; null: there was none. */
  readonly replaces: Path | null;
}

/** A test of a file, as far as its answers matter. */
export interface AnsweredTest {
  readonly analysis: Analysis;
  readonly test: TestCase;
  /** The recorded run that the test names. */
  readonly cassette?: GivenCassette;
  /** What is wrong in the test itself. */
  readonly faults?: readonly Diagnostic[];
  /** The text of its file. */
  readonly text: string;
}

interface Change {
  readonly path: Path;
  readonly value: Json;
}

/** What an answer says, one of which it has. */
const SAID: ReadonlySet<string> = new Set(['output', 'error', 'tool_calls']);

/**
 * The text of a test file in which a test has answers for the calls that were made for real. Answers that did not fit are replaced, others are added behind those of
 * their task. @param isShort without what few workflows read, such as headers
 */
export function writeAnswers(
  subject: AnsweredTest,
  asked: readonly RealCall[],
  isShort: boolean,
): Result<string, Refusal> {
  let { text } = subject;
  for (const [task, calls] of groupBy(asked, ({ call }) => call.taskId)) {
    const given = subject.test.answers.find((each) => findNamed(subject.analysis.graph, each.task)?.id === task);
    for (const { path, value } of changesOf(subject, { given, calls, text, task, isShort })) {
      const edits = setValue(parseSyntax(text), path, toData(value));
      if (!edits.ok) return edits;
      text = applyEdits(text, edits.value);
    }
  }
  return ok(text);
}

interface TaskChanges {
  readonly given: TaskAnswers | undefined;
  readonly calls: readonly RealCall[];
  readonly text: string;
  readonly task: string;
  readonly isShort: boolean;
}

function changesOf(subject: AnsweredTest, { given, calls, text, task, isShort }: TaskChanges): readonly Change[] {
  const toAnswer = (call: RealCall, isFor: boolean): JsonObject => {
    const tool = agentToolOf(subject.analysis, call.call);
    return { ...(tool === null ? {} : { tool }), ...(isFor ? forOf(call) : {}), ...shorten(call.answer, isShort) };
  };
  const before = given === undefined ? undefined : valueAt(text, given.path);
  const misfits = groupBy(calls, ({ replaces }) => replaces);
  const added = (misfits.get(null) ?? []).map((call) =>
    toAnswer(call, subject.cassette !== undefined || before !== undefined),
  );
  const changes: Change[] = [];
  let renewed = before;
  for (const [path, [first, ...others]] of misfits) {
    if (path === null || first === undefined) continue;
    const [old, answer] = [valueAt(text, path) ?? null, shorten(first.answer, isShort)];
    renewed = renew(old, answer);
    const isOutput = isJsonObject(old) && 'output' in old && answer['output'] !== undefined;
    changes.push(isOutput ? { path: [...path, 'output'], value: answer['output'] ?? null } : { path, value: renewed });
    // The last answer was for all that followed: each of them has its own now.
    added.unshift(...others.map((call) => toAnswer(call, false)));
  }
  const answers = withoutRepeats(added);
  if (given === undefined || before === undefined) {
    const value = answers.length === 1 ? (answers[0] ?? null) : answers;
    return [{ path: [...subject.test.path, 'answers', task], value }];
  }
  if (answers.length === 0 || Array.isArray(before)) {
    const count = Array.isArray(before) ? before.length : 0;
    return [...changes, ...answers.map((value, index) => ({ path: [...given.path, count + index], value }))];
  }
  return [{ path: given.path, value: [renewed ?? null, ...answers] }];
}

function shorten(answer: JsonObject, isShort: boolean): JsonObject {
  const shorter = isShort ? withoutNoise(answer) : null;
  return isJsonObject(shorter) ? shorter : answer;
}

/** An answer of a test that says something else, to the same calls. */
function renew(old: Json, answer: JsonObject): JsonObject {
  if (!isJsonObject(old)) return answer;
  const kept = Object.entries(old).filter(([key]) => !SAID.has(key) || key in answer);
  return { ...jsonObject(kept), ...answer };
}

/** Items by a key, in the order of the first of each. */
function groupBy<Key, Item>(items: readonly Item[], keyOf: (item: Item) => Key): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}

/** The last answer repeats. */
function withoutRepeats(answers: readonly JsonObject[]): readonly JsonObject[] {
  const own = [...answers];
  while (own.length > 1 && equalJson(own.at(-1) ?? null, own.at(-2) ?? null)) own.pop();
  return own;
}

/** What a call asks, without secrets and what differs each time; nothing where that is all. */
function forOf({ call }: RealCall): JsonObject {
  const asked: Json = JSON.parse(toTemplateWords(JSON.stringify(askedBy(call))));
  if (!isJsonObject(asked)) return asked === null || hasTemplate(asked) ? {} : { for: asked };
  const kept = Object.entries(asked).filter(
    ([key, value]) => key !== 'headers' && value !== null && !hasTemplate(value),
  );
  return kept.length === 0 ? {} : { for: jsonObject(kept) };
}

/** A text that is an expression would be one in a test. */
function hasTemplate(value: Json): boolean {
  return JSON.stringify(value).includes('{{');
}

function valueAt(text: string, path: Path): Json | undefined {
  const node = findNode(parseSyntax(text), path);
  return node === undefined ? undefined : toJson(toNodeData(node));
}
