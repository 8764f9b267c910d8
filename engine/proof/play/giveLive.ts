import { type Json, type JsonObject, jsonObject, layOver } from '../../base/index.ts';
import { findCredentialVariables, findSentVariables, formatSecretPlaceholder } from '../../effects/index.ts';
import type { Workflow } from '../../model/index.ts';
import type { ModelPrice } from '../../run/index.ts';
import type { TestCase } from '../../testFile/index.ts';
import type { LiveAnswers } from './LiveAnswers.ts';
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

/** The variables that reach credentials, as placeholders: who asks for nothing needs no secret, and what asked then is the same request with one that is not known. */
export function unknownSecrets(workflow: Workflow): JsonObject {
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
