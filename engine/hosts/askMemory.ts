import { err, isJsonObject, type JsonObject, ok, type Result } from '../base/index.ts';
import { askMemory as askEffects, type HostPorts, type MemoryAnswers, type MemoryQuestion } from '../effects/index.ts';
import { compileData, evaluateCompiled } from '../expression/index.ts';
import { analyze } from '../graph/index.ts';
import type { RunError } from '../run/index.ts';
import { prepareEnv } from './prepareEnv.ts';
import type { Variable } from './RunRequest.ts';

/** What a host provides to answer a question about memories. */
export interface AskMemoryContext {
  readonly now: () => number;
  /** An unguessable text. */
  readonly salt: string;
  readonly variables: readonly Variable[];
  readonly ports: HostPorts;
  /** Instead of the platform's. */
  readonly fetch?: typeof globalThis.fetch;
}

/** Answers a question about a memory that is given as in its file, with templates. Templates may read only `env`. */
export async function askMemory<Question extends MemoryQuestion>(
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
