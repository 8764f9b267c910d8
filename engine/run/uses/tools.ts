import {
  type Data,
  type DataMap,
  err,
  isDataMap,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonObject,
  ok,
  type Result,
  toJson,
} from '../../base/index.ts';
import { type Agent, readReference, type Workflow } from '../../model/index.ts';
import { validateJson } from '../../schema/index.ts';
import { verbatimKeys } from '../../tools/index.ts';
import type { ModelTool, RunError } from '../contract/Effect.ts';
import { errorToJson, runError } from '../contract/errors.ts';
import { toErrorList } from '../contract/mismatch.ts';
import { failed, type UseResult } from '../contract/UseResult.ts';
import { evaluateMap, withEnv } from '../evaluate/evaluate.ts';
import { checkAgainst } from '../evaluate/inputs.ts';
import { setToolResult } from '../evaluate/stores.ts';
import { callMemoryTool, isMemoryTool } from '../memory/memoryTool.ts';
import { type CallableTool, toolOfDefinition } from '../program/CallableTool.ts';
import { requestCall } from '../requests/calls.ts';
import type { UseRequest } from '../requests/UseRequest.ts';
import type { Activation, Store } from '../state/Activation.ts';
import type { Continuation, Frame } from '../state/Continuation.ts';
import type { Run } from '../state/Run.ts';
import { useOf } from '../state/useOf.ts';

/** A tool to call, and the name by which an agent knows it; null for the tool that the task itself uses. */
export interface NamedTool {
  readonly tool: CallableTool;
  readonly name: string | null;
}

/**
 * Calls a tool as one recorded step: config, input and output are checked against its schemas (format.md 3), defaults
 * of config and input filled in. Its result is kept as `tools.<id>`.
 */
export function callTool(run: Run, request: UseRequest, { tool, name }: NamedTool): void {
  const { activation, frame } = request;
  const prepared = prepare(run, request, tool);
  if (!prepared.ok) {
    finish(run, { store: frame.store, id: tool.id, continuation: request.continuation }, failed(prepared.error));
    return;
  }
  const { use, config, input, env } = prepared.value;
  const continuation = {
    kind: 'tool.end',
    activation,
    store: frame.store,
    name,
    continuation: request.continuation,
  } as const;
  if (isMemoryTool(use)) {
    callMemoryTool(run, { activation, input, continuation }, config);
    return;
  }
  const once = request.onceKey === undefined ? {} : { onceKey: request.onceKey };
  const outputSchema = tool.schema.output === null ? null : toJson(tool.schema.output);
  requestCall(run, activation, {
    request: { type: 'tool.call', use, toolId: tool.id, input, config, outputSchema, env, ...once },
    continuation,
  });
}

/** Takes what a tool answered: checked, and kept. */
export function takeToolEnd(
  run: Run,
  ended: Extract<Continuation, { readonly kind: 'tool.end' }>,
  result: UseResult,
): void {
  const { activation, store, name, continuation } = ended;
  const tool = name === null ? ownTool(run, activation) : agentTool(run, activation, name);
  if (tool !== null) finish(run, { store, id: tool.id, continuation }, checkOutput(tool, result));
}

function ownTool(run: Run, activation: Activation): CallableTool | null {
  const use = useOf(run, activation.task);
  return use.kind === 'tool' ? toolOfDefinition(use.tool) : null;
}

function agentTool(run: Run, activation: Activation, name: string): CallableTool | null {
  return agentToolsOf(run, activation).find((tool) => tool.name === name)?.tool ?? null;
}

function finish(
  run: Run,
  { store, id, continuation }: { readonly store: Store; readonly id: string; readonly continuation: Continuation },
  result: UseResult,
): void {
  setToolResult(store, id, result.ok ? { output: result.value, at: run.now } : { error: errorToJson(result.error) });
  run.machine.resume(run, continuation, result);
}

function prepare(
  run: Run,
  request: UseRequest,
  tool: CallableTool,
): Result<{ use: string; config: JsonObject; input: Json; env: JsonObject }, RunError> {
  if (tool.use === null) return err(unusable(tool));
  const frame = withEnv(run, request.frame, { env: tool.env, where: `tools.${tool.id}.env` });
  if (!frame.ok) return frame;
  const config = readConfig(run, frame.value, tool);
  if (!config.ok) return config;
  const input = checkAgainst(tool.schema.input, request.input, {
    type: 'tool.input',
    what: `The input of tool "${tool.id}"`,
  });
  if (!input.ok) return input;
  return ok({ use: tool.use, config: config.value, input: input.value, env: frame.value.env });
}

function unusable(tool: CallableTool): RunError {
  if (tool.import !== null) {
    const message = `Tool "${tool.id}" is imported from "${tool.import}", which is not in this workspace. Add the file, or write the definition here.`;
    return runError('IMPORT_ERROR', 'import', message, { import: tool.import });
  }
  return runError('CONFIGURATION_ERROR', 'tool.use', `Tool "${tool.id}" has no \`use\`, so there is nothing to run.`);
}

function readConfig(run: Run, frame: Frame, tool: CallableTool): Result<JsonObject, RunError> {
  let config: JsonObject = {};
  for (const data of tool.configs) {
    const layer = evaluateMap(run, frame, {
      data,
      where: `tools.${tool.id}.config`,
      options: { verbatim: verbatimKeys(tool.use) },
    });
    if (!layer.ok) return layer;
    config = mergeDeep(config, layer.value);
  }
  if (tool.schema.config === null) return ok(config);
  const checked = validateJson(toJson(tool.schema.config), config, { fillDefaults: true });
  const [first] = checked.errors;
  if (first === undefined) return ok(isJsonObject(checked.value) ? checked.value : config);
  const place = first.path === '' ? '' : ` at ${first.path}`;
  const message = `The config of tool "${tool.id}" does not fit its schema${place}: ${first.message}`;
  return err(runError('CONFIGURATION_ERROR', 'tool.config', message, { errors: toErrorList(checked.errors) }));
}

function checkOutput(tool: CallableTool, result: UseResult): UseResult {
  if (!result.ok) return result;
  const checked = checkAgainst(tool.schema.output, result.value, {
    type: 'tool.output',
    what: `The output of tool "${tool.id}"`,
  });
  return checked.ok ? result : failed(checked.error);
}

/** One map over another: maps merge key by key, all else is replaced. */
export function mergeDeep(base: JsonObject, over: JsonObject): JsonObject {
  const merged = new Map<string, Json>(Object.entries(base));
  for (const [key, value] of Object.entries(over)) {
    const below = merged.get(key);
    merged.set(key, isJsonObject(below) && isJsonObject(value) ? mergeDeep(below, value) : value);
  }
  return jsonObject(merged);
}

/** A tool an agent may call, under the name its model knows. */
interface AgentTool {
  readonly name: string;
  readonly description: string;
  readonly tool: CallableTool;
}

/**
 * An agent's `tools` (format.md 3): `{id, config}` means the workflow's tool of that id with a deep-merged config; an
 * entry with its own `use` is a separate tool. Entries that are neither are omitted; `check` reports them.
 */
function readAgentTools(workflow: Workflow, agent: Agent): readonly AgentTool[] {
  return agent.tools.flatMap((entry) => {
    const tool = readEntry(workflow, entry);
    return tool === null ? [] : [{ name: tool.id, description: describe(tool), tool }];
  });
}

/** The tools of the agent that an activation's task uses; none where it uses no agent. */
export function agentToolsOf(run: Run, activation: Activation): readonly AgentTool[] {
  const use = useOf(run, activation.task);
  return use.kind === 'agent' ? readAgentTools(run.program.workflow, use.agent) : [];
}

/** The tools of an agent as they are described to its model. */
export function toModelTools(tools: readonly AgentTool[]): readonly ModelTool[] {
  return tools.map(({ name, description, tool }) => ({
    name,
    description,
    inputSchema: tool.schema.input === null ? { type: 'object' } : toJson(tool.schema.input),
  }));
}

function readEntry(workflow: Workflow, entry: Data): CallableTool | null {
  if (!isDataMap(entry)) return null;
  const id = entry.get('id');
  if (typeof id !== 'string') return null;
  const config = mapOf(entry, 'config');
  const shared = workflow.tools.find((tool) => tool.id === id);
  if (shared !== undefined && !entry.has('use')) {
    const base = toolOfDefinition(shared);
    return { ...base, configs: config === null ? base.configs : [...base.configs, config] };
  }
  const schema = mapOf(entry, 'schema');
  const imported = entry.get('import');
  return {
    id,
    use: readReference(entry.get('use'))?.text ?? null,
    import: typeof imported === 'string' ? imported : null,
    configs: config === null ? [] : [config],
    env: mapOf(entry, 'env'),
    schema: {
      config: schema?.get('config') ?? null,
      input: schema?.get('input') ?? null,
      output: schema?.get('output') ?? null,
    },
  };
}

function mapOf(entry: DataMap, key: string): DataMap | null {
  const value = entry.get(key);
  return isDataMap(value) ? value : null;
}

/** The description of a tool for the model: that of its input schema, else its name. */
function describe(tool: CallableTool): string {
  const schema: Json = tool.schema.input === null ? null : toJson(tool.schema.input);
  const text = isJsonObject(schema) ? schema['description'] : undefined;
  return typeof text === 'string' ? text : tool.id;
}
