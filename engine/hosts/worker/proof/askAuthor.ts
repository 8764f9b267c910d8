import { formatStored } from '../../../author/index.ts';
import { authorWorkflow, type ConversationPorts, converse, type Proved } from '../../../authoring/index.ts';
import { loadPatterns } from '../../../base/index.ts';
import { Exposure } from '../../../effects/index.ts';
import { analyze } from '../../../graph/index.ts';
import { findSubjects } from '../../../proof/index.ts';
import { readTestFile } from '../../../testFile/index.ts';
import { prepareEnv } from '../../prepareEnv.ts';
import type { AuthorAnswer, AuthorRequest, AuthorStep } from '../protocol/Author.ts';
import { openPerformer } from '../workspace/openPerformer.ts';
import { FailedRun } from './FailedRun.ts';
import type { TestHost } from './playTests.ts';
import { proveTexts } from './proveTexts.ts';
import type { ProofContext } from './saveRunAsTest.ts';

/** How often a model may correct what it proposes, before a person sees it. */
const ROUNDS = 3;

/** What is told of a request, and how it is stopped. */
export interface AuthorListener {
  readonly onStep: (step: AuthorStep) => void;
  /** Resolves once the person stops it. */
  readonly stopped: () => Promise<void>;
}

/**
 * Asks a model for a proposal, within a budget. Only the model is reached, by the egress, and the person is asked about its secrets as for a
 * run. Nothing is written. Rejects with a message for the user where the run that it is about cannot be read.
 */
export async function askAuthor(
  { request, path, files, runId, who, config, variables, prices, limits }: AuthorRequest,
  { host, context }: { readonly host: TestHost; readonly context: Pick<ProofContext, 'exportRun' | 'reader'> },
  { onStep, stopped }: AuthorListener,
): Promise<AuthorAnswer> {
  await loadPatterns();
  const { live } = host;
  const stop = new AbortController();
  void stopped().then(() => stop.abort());
  const run = runId === null ? null : await FailedRun.read(runId, context);
  const filled = await live.fill(variables);
  const salt = live.uniqueText();
  const { env, vault } = prepareEnv(authorWorkflow(config, []), filled, salt);
  const asker = { path, runId: `author-${salt}` };
  const performer = openPerformer({ ...asker, variables: filled, vault, exposure: new Exposure() }, live);
  const ports: ConversationPorts = {
    ask: async (call) => {
      const begun = live.clock.now();
      const outcome = await performer.perform(call, stop.signal);
      return { outcome, duration: live.clock.now() - begun };
    },
    prove: async (before, after): Promise<Proved> => {
      const tests = await proveTexts({ before, after }, host);
      const again = run === null ? {} : await run.playOn(after, host);
      return { says: { ...tests.says, ...again }, fromFiles: tests.fromFiles };
    },
    ports: host.ports,
    findTests: async (texts, place) => {
      const text = texts.get(place.path);
      if (text === undefined) return { subjects: [], blocking: [], errors: [] };
      const read = readTestFile(text);
      const cassettes = await host.cassettes.readAll(read.file, { ...place, ...read, readFile: host.readFile });
      return findSubjects(read, analyze(place.workflow, texts.get(place.workflow) ?? '', undefined, texts), cassettes);
    },
    readRecorded: null,
    signal: stop.signal,
    onStep,
    onFault: (error) => console.error(error),
    now: live.clock.now,
  };
  try {
    const evidence = run?.evidence ?? null;
    const task = { request, path, evidence, files, config, env, rounds: ROUNDS, limits, prices };
    const { proposed, said, problem, spent } = await converse(task, ports);
    if (proposed === null) return { proposal: null, said, problem, spent };
    const id = live.uniqueText();
    const at = new Date(live.clock.now()).toISOString();
    const text = formatStored({ id, at, proposal: { ...proposed.proposal, who }, base: proposed.base });
    return { proposal: { id, text }, said, problem, spent };
  } finally {
    performer.close();
  }
}
