import { type Json, type JsonObject, jsonObject, layOver } from '../../base/index.ts';
import { findCredentialVariables, findSentVariables, formatSecretPlaceholder } from '../../effects/index.ts';
import type { Workflow } from '../../model/index.ts';
import type { Call, ModelPrice } from '../../run/index.ts';
import type { TestCase } from '../../testFile/index.ts';
import { type AnsweredCall, askWithin, type LiveAnswer, type LiveBudget } from './askWithin.ts';
import { type AnswerStore, LiveAnswers } from './LiveAnswers.ts';
import type { TestPorts } from './TestCalls.ts';

/** What answers the calls of the tests of one file that are to be asked for real. */
export interface LiveFile {
  readonly answers: LiveAnswers;
  /** The variables that tests have besides their own; secrets as placeholders. */
  readonly env: JsonObject;
  readonly prices: readonly ModelPrice[];
  /** A value without the values of secrets. */
  readonly conceal: (value: Json) => Json;
}

/** A {@link LiveFile} until it is closed. */
export interface OpenLiveFile extends LiveFile {
  /** Placeholders of the variables whose values are unknown, and what is set; `env` is both. */
  readonly unknown: JsonObject;
  readonly given: JsonObject;
  /** Makes a call for real, within the budget; or says why not: the end of a sentence. What comes of it is not kept. */
  readonly ask: (call: Call) => Promise<LiveAnswer>;
  readonly close: () => void;
}

/** What the tests of a file are answered with that ask for real. */
interface LiveSources {
  readonly workflow: Workflow;
  readonly prices: readonly ModelPrice[];
  readonly store: AnswerStore;
  readonly budget: LiveBudget;
  /** Why nothing is asked where there is no caller: the end of a sentence. */
  readonly refusal: string;
}

/** What makes calls for real, as those of a run: with its variables, secrets as placeholders. */
interface LiveCaller extends Pick<OpenLiveFile, 'given' | 'conceal' | 'close'> {
  readonly ask: (call: Call) => Promise<AnsweredCall>;
}

/** @param caller null: nothing is asked for real; what was kept is enough, or nothing is */
export function openLiveFile(sources: LiveSources, caller: LiveCaller | null): OpenLiveFile {
  const { workflow, prices, store, budget, refusal } = sources;
  const unknown = unknownSecrets(workflow);
  const nothing = { given: {}, conceal: (value: Json) => value, close: () => undefined };
  const { given, conceal, close } = caller ?? nothing;
  const live = caller && { ask: caller.ask, budget };
  return {
    answers: new LiveAnswers(store, live),
    ask: async (call) => (live === null ? { refusal } : askWithin(live, call)),
    prices,
    unknown,
    given,
    env: layOver(unknown, given),
    conceal,
    close,
  };
}

/** The variables that reach credentials, as placeholders: who asks for nothing needs no secret, and what asked then is the same request with one that is not known. */
function unknownSecrets(workflow: Workflow): JsonObject {
  const names = [...findCredentialVariables(workflow), ...findSentVariables(workflow)];
  return jsonObject(names.map((name) => [name, formatSecretPlaceholder(name)] as const));
}

/** Whether a test has an answer that is asked for real. */
export function isLive({ test }: { readonly test: TestCase }): boolean {
  return test.answers.some(({ answers }) => answers.some(({ kind }) => kind === 'live'));
}

/** A test and its ports, with what answers the calls that are asked for real; as they are where it has none. */
export function giveLive<Subject extends { readonly test: TestCase }>(
  subject: Subject,
  ports: TestPorts,
  live: LiveFile | null,
): [Subject, TestPorts] {
  if (live === null || !isLive(subject)) return [subject, ports];
  const test = { ...subject.test, env: layOver(live.env, subject.test.env) };
  return [
    { ...subject, test },
    { ...ports, prices: live.prices, live: live.answers.forRun().answer },
  ];
}
