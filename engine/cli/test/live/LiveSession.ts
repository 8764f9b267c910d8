import { createHash, randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Exposure } from '../../../effects/index.ts';
import { type Analysis, effectiveWorkflow } from '../../../graph/index.ts';
import { openPerformer, PRICES, prepareEnv, takeVariables, type Variable } from '../../../hosts/node/index.ts';
import {
  type AnsweredCall,
  type AnswerStore,
  formatAnswer,
  LiveBudget,
  type OpenLiveFile,
  openLiveFile,
  readAnswers,
} from '../../../proof/index.ts';
import type { Call } from '../../../run/index.ts';
import { answersFileOf } from '../../../testFile/index.ts';
import { needed } from '../../arguments/CommandError.ts';
import { misuse } from '../../arguments/options.ts';
import { type CommandIo, scriptPort } from '../../CommandIo.ts';
import { explainGrants } from '../../given/readGiven.ts';
import { readVariables } from '../../readVariables.ts';
import type { LiveOptions } from './LIVE.ts';

/** What opens the answers of test files. */
export type LiveFiles = Pick<LiveSession, 'open'>;

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
    this.#budget = options?.budget ?? new LiveBudget(options?.limits ?? {}, PRICES);
  }

  /** Throws a `CommandError`. */
  static async open(io: CommandIo, options: LiveOptions): Promise<LiveSession> {
    return new LiveSession(io, options, await readLiveVariables(io, options));
  }

  /** Nothing is asked for real: what was kept is enough, or nothing is. */
  static ofKept(io: CommandIo): LiveSession {
    return new LiveSession(io, null, []);
  }

  /** Opens what was kept for a test file, and what asks for more. Throws where the file of answers cannot be read. */
  async open(testFile: string, analysis: Analysis): Promise<OpenLiveFile> {
    const file = path.resolve(this.#io.folder, answersFileOf(testFile));
    const store = new AnswersFile(file, { isFresh: this.#options?.isFresh ?? false });
    const workflow = effectiveWorkflow(analysis);
    const refusal = 'nothing is asked without --live or --record.';
    const sources = { workflow, prices: PRICES, store, budget: this.#budget, refusal };
    if (this.#options === null) return openLiveFile(sources, null);
    const { mcpServers, grants } = this.#options.given;
    const given = { workspace: null, mcpServers };
    const variables = await takeVariables(given, { workflow, variables: this.#variables });
    const { env, vault } = prepareEnv(workflow, variables, randomUUID());
    const ports = { ...given, grants, env: this.#io.env, ...scriptPort(this.#io) };
    const performer = openPerformer(ports, { vault, variables, exposure: new Exposure(), file: '' });
    const ask = (call: Call): Promise<AnsweredCall> => timed(() => performer.perform(call, this.#io.signal));
    return openLiveFile(sources, { ask, given: env, conceal: vault.mask, close: performer.close });
  }
}

/** The variables of calls that are made for real, which secrets and grants have to fit. Throws a `CommandError`. */
export async function readLiveVariables(
  io: CommandIo,
  { given, variables: known }: LiveOptions,
): Promise<readonly Variable[]> {
  if (known !== undefined) return known;
  const variables = needed(await readVariables(io, given), 'UNREADABLE_FILE');
  const useless = explainGrants(given, variables);
  if (useless !== null) throw misuse(useless, '--allow');
  return variables;
}

async function timed(perform: () => Promise<AnsweredCall['outcome']>): Promise<AnsweredCall> {
  const start = performance.now();
  const outcome = await perform();
  return { outcome, duration: Math.round(performance.now() - start) };
}

/**
 * Answers that were asked for real, in a file with a line for each, which is there before the run continues: what was answered before
 * a kill is not asked again. Requests are told by their hash, so that what was asked, and any secret in it, is not in the file.
 */
class AnswersFile implements AnswerStore {
  readonly #file: string;
  readonly #known: Map<string, AnsweredCall>;
  #isNew = true;

  /** `isFresh`: what it has is asked again, and written behind it. Throws where the file cannot be read. */
  constructor(file: string, { isFresh }: { readonly isFresh: boolean }) {
    this.#file = file;
    this.#known = isFresh || !existsSync(file) ? new Map() : readAnswers(readFileSync(file, 'utf8'));
  }

  find(request: string): AnsweredCall | undefined {
    return this.#known.get(hashOf(request));
  }

  /** Throws where the file cannot be written. */
  keep(request: string, answer: AnsweredCall, call: Call): void {
    const hash = hashOf(request);
    const line = formatAnswer(hash, answer, call);
    if (line === null) return;
    // A line that a kill has cut short is left behind.
    const isCut = this.#isNew && existsSync(this.#file) && !/(^|\n)$/.test(readFileSync(this.#file, 'utf8'));
    this.#isNew = false;
    appendFileSync(this.#file, `${isCut ? '\n' : ''}${line}\n`);
    this.#known.set(hash, answer);
  }
}

function hashOf(request: string): string {
  return createHash('sha256').update(request).digest('hex');
}
