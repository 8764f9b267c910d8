import {
  err,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonObject,
  ok,
  type Result,
  toJson,
} from '../../base/index.ts';
import { validateJson } from '../../schema/index.ts';
import { verbatimKeys } from '../../tools/index.ts';
import type { RunError } from '../contract/Effect.ts';
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
import type { Continuation } from '../state/Continuation.ts';
import type { Frame } from '../state/Frame.ts';
import type { Run } from '../state/Run.ts';
import { useOf } from '../state/useOf.ts';
import { agentToolsOf } from './agentTools.ts';

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
