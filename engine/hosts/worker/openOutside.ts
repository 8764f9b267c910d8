import { type Data, err, isJsonObject, type JsonObject, loadPatterns, ok, type Result } from '../../base/index.ts';
import { askMemory } from '../../effects/index.ts';
import { compileData, evaluateCompiled } from '../../expression/index.ts';
import { analyze } from '../../graph/index.ts';
import type { RunError } from '../../run/index.ts';
import { prepareEnv } from '../prepareEnv.ts';
import { testModel } from '../testModel.ts';
import { createDelay } from './platform/clock.ts';
import type { EngineContext } from './prepareStart.ts';
import type { PortEngine } from './protocol/eventPort.ts';
import type { WorkspacePorts } from './workspace/WorkspacePorts.ts';

/** What is asked outside of any run; loaded with the first question. */
export function openOutside(
  { clock, fetch, memory, secrets, uniqueText }: EngineContext,
  workspace: Pick<WorkspacePorts, 'listTools'>,
) {
  const platform = fetch === undefined ? {} : { fetch };
  const ready = (): Promise<unknown> => Promise.all([loadPatterns(), secrets.ready()]);
  return {
    testModel: async ({ config, variables }) => {
      await ready();
      const salt = uniqueText();
      const ports = { authorizeSecret: secrets.authorizerOf({ runId: `test-${salt}`, path: '' }) };
      const given = { config, variables: secrets.fill(variables) };
      return testModel(given, { now: clock.now, salt, delay: createDelay(clock), ports, ...platform });
    },
    listMcpTools: async (server, variables) => {
      await ready();
      const authorizeSecret = secrets.authorizerOf({ runId: `tools-${uniqueText()}`, path: '' });
      return workspace.listTools(server, { variables: secrets.fill(variables), authorizeSecret });
    },
    askMemory: async (question, variables) => {
      await ready();
      const salt = uniqueText();
      const { workflow } = analyze('', JSON.stringify('memory' in question ? { memory: question.memory } : {}));
      const { env, vault } = prepareEnv(workflow, secrets.fill(variables), salt);
      const read = evaluateMemory(workflow.memory?.data ?? null, env, clock.now);
      if (!read.ok) return read;
      const asked = 'memory' in question ? { ...question, memory: read.value } : question;
      const performer = {
        memory,
        authorizeSecret: secrets.authorizerOf({ runId: `memory-${salt}`, path: '' }),
        baseUrl: '',
        resolveSecret: vault.resolveSecret,
        ...platform,
      };
      return askMemory(asked, performer, new AbortController().signal);
    },
  } satisfies Partial<PortEngine>;
}

/** A memory that is given as in its file, with templates, which may read only `env`. */
function evaluateMemory(data: Data, env: JsonObject, now: () => number): Result<JsonObject, RunError> {
  const scope = { root: (name: string) => (name === 'env' ? env : undefined), now, random: () => 0 };
  const evaluated = evaluateCompiled(compileData(data), scope);
  if (evaluated.ok) return ok(isJsonObject(evaluated.value.value) ? evaluated.value.value : {});
  const { code, message, source } = evaluated.error;
  return err({ code, message: `memory: ${message}`, details: { type: 'expression', reason: message, source } });
}
