import { loadPatterns } from '../../base/index.ts';
import type { HostPorts, MemoryQuestion } from '../../effects/index.ts';
import { askMemory } from '../askMemory.ts';
import { type ModelTest, type ModelTestRequest, testModel } from '../testModel.ts';
import type { EngineContext } from './EngineContext.ts';
import { createDelay } from './platform/clock.ts';
import type { McpServer, PortEngine, Variable } from './protocol/protocol.ts';
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
