import { loadPatterns } from '../../base/index.ts';
import type { HostPorts, MemoryQuestion } from '../../effects/index.ts';
import type { ModelTest, ModelTestRequest } from '../testModel.ts';
import type { EngineContext } from './EngineContext.ts';
import { createDelay } from './platform/clock.ts';
import type { McpServer, PortEngine, Variable } from './protocol/protocol.ts';
import type { WorkspacePorts } from './workspace/WorkspacePorts.ts';

type AskContext = Pick<EngineContext, 'clock' | 'fetch' | 'memory' | 'secrets' | 'uniqueText'>;

/** Asks a model for one word, outside of any run. Loads its code with the first call. */
export async function askModel(context: AskContext, { config, variables }: ModelTestRequest): Promise<ModelTest> {
  const { clock, fetch, secrets, uniqueText } = context;
  const [{ testModel }] = await Promise.all([import('../testModel.ts'), loadPatterns(), secrets.ready()]);
  const id = uniqueText();
  const ports = { authorizeSecret: secrets.authorizerOf({ runId: `test-${id}`, path: '' }) };
  const delay = createDelay(clock);
  return testModel(
    { config, variables: secrets.fill(variables) },
    { now: clock.now, salt: id, delay, ports, ...(fetch === undefined ? {} : { fetch }) },
  );
}

/** Lists the tools of a server of tools, outside of any run. */
export async function listTools(
  { secrets, uniqueText, workspace }: AskContext & { readonly workspace: WorkspacePorts },
  server: McpServer,
  variables: readonly Variable[],
): ReturnType<PortEngine['listMcpTools']> {
  await Promise.all([loadPatterns(), secrets.ready()]);
  const authorizeSecret = secrets.authorizerOf({ runId: `tools-${uniqueText()}`, path: '' });
  return workspace.listTools(server, { variables: secrets.fill(variables), authorizeSecret });
}

/** Answers a question about memories, outside of any run. Loads its code with the first call. */
export async function askMemories(
  context: AskContext,
  question: MemoryQuestion,
  variables: readonly Variable[],
): ReturnType<PortEngine['askMemory']> {
  const { clock, fetch, memory, secrets, uniqueText } = context;
  const [{ askMemory }] = await Promise.all([import('../askMemory.ts'), loadPatterns(), secrets.ready()]);
  const salt = uniqueText();
  const ports: HostPorts = { memory, authorizeSecret: secrets.authorizerOf({ runId: `memory-${salt}`, path: '' }) };
  const filled = secrets.fill(variables);
  return askMemory(question, {
    now: clock.now,
    salt,
    variables: filled,
    ports,
    ...(fetch === undefined ? {} : { fetch }),
  });
}
