import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { err, type Json, type JsonObject, jsonObject, layOver, ok, type Result } from '../../../base/index.ts';
import { findCredentialVariables, findSentVariables, formatSecretPlaceholder } from '../../../effects/index.ts';
import { type Analysis, effectiveWorkflow } from '../../../graph/index.ts';
import { openPerformer, PRICES, prepareEnv, takeVariables, type Variable } from '../../../hosts/node/index.ts';
import { type AnsweredCall, LiveAnswers, LiveBudget } from '../../../proof/index.ts';
import type { Call } from '../../../run/index.ts';
import type { CommandIo } from '../../CommandIo.ts';
import { explainGrants } from '../../given/readGiven.ts';
import { readVariables } from '../../readVariables.ts';
import { AnswersFile, answersFileOf } from './AnswersFile.ts';
import type { LiveOptions } from './parseLive.ts';

/** What answers the calls of the tests of one file that are to be asked for real. */
export interface LiveFile {
  readonly answers: LiveAnswers;
  /** The variables that tests have besides their own; secrets as placeholders. */
  readonly env: JsonObject;
  /** A value without the values of secrets. */
  readonly conceal: (value: Json) => Json;
  readonly close: () => void;
}

/** Makes calls of tests for real, as `signalbox run` makes those of a run: the same variables, secrets, grants, servers and egress; within a budget of the whole command. */
export class LiveSession {
  readonly #io: CommandIo;
  readonly #options: LiveOptions | null;
  readonly #variables: readonly Variable[];
  readonly #budget: LiveBudget;

  private constructor(io: CommandIo, options: LiveOptions | null, variables: readonly Variable[]) {
    this.#io = io;
    this.#options = options;
    this.#variables = variables;
    this.#budget = new LiveBudget(options?.limits ?? {}, PRICES);
  }

  /** `options` null: nothing is asked for real, and what was kept is enough or nothing is. The error is one sentence. */
  static async open(io: CommandIo, options: LiveOptions | null): Promise<Result<LiveSession, string>> {
    if (options === null) return ok(new LiveSession(io, null, []));
    const variables = await readVariables(io, options.given);
    if (!variables.ok) return variables;
    const useless = explainGrants(options.given, variables.value);
    return useless === null ? ok(new LiveSession(io, options, variables.value)) : err(useless);
  }

  /** Opens what was kept for a test file, and what asks for more. Throws where the file of answers cannot be read. */
  async open(testFile: string, analysis: Analysis): Promise<LiveFile> {
    const file = path.resolve(this.#io.folder, answersFileOf(testFile));
    const store = new AnswersFile(file, { isFresh: this.#options?.isFresh ?? false });
    const workflow = effectiveWorkflow(analysis);
    // Who asks for nothing needs no secret: what asked then is the same request with one that is not known.
    const unknown = [...findCredentialVariables(workflow), ...findSentVariables(workflow)].map(
      (name) => [name, formatSecretPlaceholder(name)] as const,
    );
    if (this.#options === null) {
      const answers = new LiveAnswers(store, null);
      return { answers, env: jsonObject(unknown), conceal: (value) => value, close: () => {} };
    }
    const { mcpServers, grants } = this.#options.given;
    const given = { workspace: null, mcpServers };
    const variables = await takeVariables(given, { workflow, variables: this.#variables });
    const { env, vault } = prepareEnv(workflow, variables, randomUUID());
    const { runScript } = this.#io;
    const ports = { ...given, grants, env: this.#io.env, ...(runScript === undefined ? {} : { runScript }) };
    const performer = openPerformer(ports, { vault, variables, exposure: new Set() });
    const ask = (call: Call): Promise<AnsweredCall> => timed(() => performer.perform(call, this.#io.signal));
    return {
      answers: new LiveAnswers(store, { ask, budget: this.#budget }),
      env: layOver(jsonObject(unknown), env),
      conceal: vault.mask,
      close: performer.close,
    };
  }
}

async function timed(perform: () => Promise<AnsweredCall['outcome']>): Promise<AnsweredCall> {
  const start = performance.now();
  const outcome = await perform();
  return { outcome, duration: Math.round(performance.now() - start) };
}
