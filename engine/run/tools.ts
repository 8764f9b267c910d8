import {
  type DataMap,
  err,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonObject,
  ok,
  type Result,
  toJson,
} from '../base/index.ts';
import type { Tool } from '../model/index.ts';
import { validateJson } from '../schema/index.ts';
import { requestCall } from './calls.ts';
import type { RunError } from './Effect.ts';
import { errorToJson, runError } from './errors.ts';
import { evaluateMap, withEnv } from './evaluate.ts';
import { checkAgainst, toErrorList } from './inputs.ts';
import { callMemoryTool, isMemoryTool } from './memory/memoryTool.ts';
import type { Run } from './Run.ts';
import type { Frame } from './roots.ts';
import { setToolResult } from './stores.ts';
import { failed, toUseResult, type UseRequest, type UseResult, verbatimKeys } from './UseRequest.ts';

/** A tool as it is called: its definition, with what an agent sets over its `config`. */
export interface CallableTool {
  readonly id: string;
  readonly use: string | null;
  readonly import: string | null;
  /** Merged deeply, later ones over earlier ones. */
  readonly configs: readonly DataMap[];
  readonly env: DataMap | null;
  readonly schema: Tool['schema'];
}

/** A definition as it stands. */
export function toolOfDefinition(tool: Tool): CallableTool {
  const { id, use, config, env, schema } = tool;
  return { id, use: use?.text ?? null, import: tool.import, configs: config === null ? [] : [config], env, schema };
}

/**
 * Calls a tool as one recorded step: config, input and output are checked against its schemas (format.md 3), defaults
 * of config and input filled in. Its result is kept as `tools.<id>`.
 */
export function callTool(run: Run, request: UseRequest, tool: CallableTool): void {
  const { activation, frame } = request;
  const finish = (result: UseResult): void => {
    setToolResult(
      frame.store,
      tool.id,
      result.ok ? { output: result.value, at: run.now } : { error: errorToJson(result.error) },
    );
    request.done(result);
  };
  const prepared = prepare(run, request, tool);
  if (!prepared.ok) {
    finish(failed(prepared.error));
    return;
  }
  const { use, config, input, env } = prepared.value;
  const end = (result: UseResult): void => finish(checkOutput(tool, result));
  if (isMemoryTool(use)) {
    callMemoryTool(run, { activation, input }, { config, done: end });
    return;
  }
  const outputSchema = tool.schema.output === null ? null : toJson(tool.schema.output);
  requestCall(run, activation, {
    request: { type: 'tool.call', use, toolId: tool.id, input, config, outputSchema, env },
    done: (outcome) => end(toUseResult(outcome)),
  });
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
