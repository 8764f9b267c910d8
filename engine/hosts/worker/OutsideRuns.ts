import { err, isJsonObject, type JsonObject, loadPatterns, ok, type Result } from '../../base/index.ts';
import {
  askMemory as askEffects,
  type HostPorts,
  type MemoryAnswers,
  type MemoryQuestion,
} from '../../effects/index.ts';
import { compileData, evaluateCompiled } from '../../expression/index.ts';
import { analyze } from '../../graph/index.ts';
import type { RunError } from '../../run/index.ts';
import { prepareEnv } from '../prepareEnv.ts';
import { type ModelTest, type ModelTestRequest, testModel } from '../testModel.ts';
import { createDelay } from './platform/clock.ts';
import type { EngineContext } from './prepareStart.ts';
import type { PortEngine } from './protocol/eventPort.ts';
import type { McpServer, Variable } from './protocol/protocol.ts';
import type { WorkspacePorts } from './workspace/WorkspacePorts.ts';

type OutsideContext = Pick<EngineContext, 'clock' | 'fetch' | 'memory' | 'secrets' | 'uniqueText'>;

/** What is asked outside of any run. Loaded with the first question. */
export class OutsideRuns {
  readonly #context: OutsideContext;
  readonly #workspace: WorkspacePorts;

  constructor(context: OutsideContext, workspace: WorkspacePorts) {
    this.#context = context;
    this.#workspace = workspace;
  }

  /** Asks a model for one word. */
  async testModel({ config, variables }: ModelTestRequest): Promise<ModelTest> {
    const { clock, fetch, secrets, uniqueText } = this.#context;
    await this.#ready();
    const id = uniqueText();
    const ports = { authorizeSecret: secrets.authorizerOf({ runId: `test-${id}`, path: '' }) };
    const delay = createDelay(clock);
    return testModel(
      { config, variables: secrets.fill(variables) },
      { now: clock.now, salt: id, delay, ports, ...(fetch === undefined ? {} : { fetch }) },
    );
  }

  /** Lists the tools of a server of tools. */
  async listMcpTools(server: McpServer, variables: readonly Variable[]): ReturnType<PortEngine['listMcpTools']> {
    const { secrets, uniqueText } = this.#context;
    await this.#ready();
    const authorizeSecret = secrets.authorizerOf({ runId: `tools-${uniqueText()}`, path: '' });
    return this.#workspace.listTools(server, { variables: secrets.fill(variables), authorizeSecret });
  }

  /** Answers a question about memories. */
  async askMemory(question: MemoryQuestion, variables: readonly Variable[]): ReturnType<PortEngine['askMemory']> {
    const { clock, fetch, memory, secrets, uniqueText } = this.#context;
    await this.#ready();
    const salt = uniqueText();
    const ports: HostPorts = { memory, authorizeSecret: secrets.authorizerOf({ runId: `memory-${salt}`, path: '' }) };
    return askMemory(question, {
      now: clock.now,
      salt,
      variables: secrets.fill(variables),
      ports,
      ...(fetch === undefined ? {} : { fetch }),
    });
  }

  #ready(): Promise<unknown> {
    return Promise.all([loadPatterns(), this.#context.secrets.ready()]);
  }
}

/** What a host provides to answer a question about memories. */
interface AskMemoryContext {
  readonly now: () => number;
  /** An unguessable text. */
  readonly salt: string;
  readonly variables: readonly Variable[];
  readonly ports: HostPorts;
  /** Instead of the platform's. */
  readonly fetch?: typeof globalThis.fetch;
}

/** Answers a question about a memory that is given as in its file, with templates. Templates may read only `env`. */
async function askMemory<Question extends MemoryQuestion>(
  question: Question,
  context: AskMemoryContext,
): Promise<Result<MemoryAnswers[Question['op']], RunError>> {
  const { workflow } = analyze('', JSON.stringify('memory' in question ? { memory: question.memory } : {}));
  const { env, vault } = prepareEnv(workflow, context.variables, context.salt);
  const memory = evaluateMemory(workflow.memory?.data ?? null, env, context.now);
  if (!memory.ok) return memory;
  const resolved = 'memory' in question ? { ...question, memory: memory.value } : question;
  const { ports, fetch } = context;
  const performer = {
    ...ports,
    baseUrl: '',
    resolveSecret: vault.resolveSecret,
    ...(fetch === undefined ? {} : { fetch }),
  };
  return askEffects(resolved, performer, new AbortController().signal);
}

function evaluateMemory(
  data: Parameters<typeof compileData>[0],
  env: JsonObject,
  now: () => number,
): Result<JsonObject, RunError> {
  const scope = { root: (name: string) => (name === 'env' ? env : undefined), now, random: () => 0 };
  const evaluated = evaluateCompiled(compileData(data), scope);
  if (evaluated.ok) return ok(isJsonObject(evaluated.value.value) ? evaluated.value.value : {});
  const { code, message, source } = evaluated.error;
  return err({ code, message: `memory: ${message}`, details: { type: 'expression', reason: message, source } });
}
