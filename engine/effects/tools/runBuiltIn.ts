import { isJsonObject, type Json, type JsonObject, ok } from '../../base/index.ts';
import type { Outcome, ToolCall } from '../../run/index.ts';
import { validateJson } from '../../schema/index.ts';
import { hasConsequences } from '../hasConsequences.ts';
import { type Attempt, type Failure, fail } from '../outcome.ts';
import type { BuiltInCall, BuiltInTool, RunBuiltIn } from './BuiltInTool.ts';
import { BUILT_IN_TOOLS, type BuiltInName } from './catalog.ts';
import { runFile } from './file.ts';
import { runHash } from './hash.ts';
import { runHttp } from './http.ts';
import { runKv } from './kv.ts';
import { runLog } from './log.ts';
import { runRaise } from './raise.ts';
import { runValidate } from './validate.ts';
import { runWorkflow } from './workflow.ts';

const RUN_BY_NAME = {
  'core:http': runHttp,
  // Their parsers are large and seldom needed.
  'core:csv': async (call) => (await import('./csv.ts')).runCsv(call),
  'core:javascript': async (call) => (await import('./javascript.ts')).runJavascript(call),
  'core:html': async (call) => (await import('./html.ts')).runHtml(call),
  'core:kv': runKv,
  'core:file': runFile,
  'core:workflow': runWorkflow,
  'core:validate': runValidate,
  'core:raise': runRaise,
  'core:log': runLog,
  'core:hash': runHash,
} satisfies Record<BuiltInName, RunBuiltIn>;

const RUNNERS = new Map<string, RunBuiltIn>(Object.entries(RUN_BY_NAME));

/** Runs a `core:*` call: config, then input are validated and filled in; one that does not exist here fails visibly. */
export async function runBuiltIn(
  effect: ToolCall,
  tools: Pick<BuiltInCall, 'signal' | 'egress' | 'delay' | 'ports'>,
): Promise<Outcome> {
  const name = effect.use.replace(/@[^@]*$/, '');
  const tool = BUILT_IN_TOOLS.find((candidate) => candidate.use === name);
  const run = RUNNERS.get(name);
  if (tool === undefined || run === undefined) return unavailable(name);
  const config = readConfig(tool, effect.config);
  if (!config.ok) return config;
  const input = readInput(tool, effect.input);
  if (!input.ok) return input;
  return run({
    ...tools,
    key: effect.key,
    seed: effect.seed,
    simulate: effect.simulate,
    hasConsequences: hasConsequences(effect),
    config: config.value,
    input: input.value,
    givenInput: effect.input,
  });
}

function readConfig(tool: BuiltInTool, config: JsonObject): Attempt<JsonObject> {
  return readChecked(tool, { schema: tool.schema.config, value: config, code: 'CONFIGURATION_ERROR', what: 'config' });
}

function readInput(tool: BuiltInTool, input: Json): Attempt<JsonObject> {
  return readChecked(tool, { schema: tool.schema.input, value: input, code: 'VALIDATION_ERROR', what: 'input' });
}

function readChecked(
  tool: BuiltInTool,
  { schema, value, code, what }: { schema: Json; value: Json; code: string; what: string },
): Attempt<JsonObject> {
  const checked = validateJson(schema, value, { fillDefaults: true });
  if (checked.errors.length === 0 && isJsonObject(checked.value)) return ok(checked.value);
  // What takes anything reads it as it was given.
  if (checked.errors.length === 0 && !hasType(schema)) return ok({});
  const errors = checked.errors.map(({ path, message, keyword }) => ({ path, message, keyword }));
  const [first] = errors;
  const where = first === undefined || first.path === '' ? '' : ` at ${first.path}`;
  return fail(code, `The ${what} of ${tool.use} is not right${where}: ${first?.message ?? 'it is no map of values.'}`, {
    type: 'built_in',
    reason: what,
    errors,
  });
}

function hasType(schema: Json): boolean {
  return isJsonObject(schema) && schema['type'] !== undefined;
}

function unavailable(name: string): Failure {
  const names = BUILT_IN_TOOLS.map((tool) => tool.use).join(', ');
  return fail('CONFIGURATION_ERROR', `There is no built-in ${name}. There is: ${names}.`, {
    type: 'built_in',
    reason: 'not_available',
    use: name,
  });
}
