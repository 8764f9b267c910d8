import { isJsonObject, type Json, type JsonObject, ok, toText } from '../../base/index.ts';
import { hasConsequences, type Outcome, type ToolCall } from '../../run/index.ts';
import { validateJson } from '../../schema/index.ts';
import { BUILT_INS, type BuiltInTool, builtInUse, findBuiltIn } from '../../tools/index.ts';
import { type Attempt, type Failure, fail, succeed } from '../outcome.ts';
import type { BuiltInCall, PerformedName, RunBuiltIn } from './BuiltInCall.ts';
import { lacksWorkspace, readWorkspacePath } from './readWorkspacePath.ts';

const RUN_BY_NAME = {
  // Loaded ahead, but after what a first screen asks of the worker.
  http: async (call) => (await import('./http.ts')).runHttp(call),
  // Their parsers are large and seldom needed.
  csv: async (call) => (await import('./csv.ts')).runCsv(call),
  javascript: async (call) => (await import('./javascript.ts')).runJavascript(call),
  html: async (call) => (await import('./html.ts')).runHtml(call),
  // Most workflows store nothing by themselves.
  kv: async (call) => (await import('./kv.ts')).runKv(call),
  file: async (call) => (await import('./file.ts')).runFile(call),
  workflow: runWorkflow,
  validate: async (call) => (await import('./validate.ts')).runValidate(call),
  raise: runRaise,
  log: runLog,
  hash: async (call) => (await import('./hash.ts')).runHash(call),
} satisfies { readonly [Name in PerformedName]: RunBuiltIn<Name> };

/** A validated call of any built-in. */
type AnyCall = Omit<BuiltInCall<PerformedName>, 'input' | 'config'> & Record<'input' | 'config', JsonObject>;

const RUNNERS: ReadonlyMap<string, (call: AnyCall) => Promise<Outcome> | Outcome> = new Map(
  Object.entries<(call: AnyCall) => Promise<Outcome> | Outcome>(RUN_BY_NAME),
);

/** Runs a `core:*` call: config, then input are validated and filled in; one that does not exist here fails visibly. */
export async function runBuiltIn(
  effect: ToolCall,
  tools: Pick<AnyCall, 'signal' | 'egress' | 'delay' | 'ports'>,
): Promise<Outcome> {
  const tool = findBuiltIn(effect.use);
  const run = tool === undefined ? undefined : RUNNERS.get(tool.name);
  if (tool === undefined || run === undefined) return unavailable(effect.use.replace(/@[^@]*$/, ''));
  const config = readConfig(tool, effect.config);
  if (!config.ok) return config;
  const input = readInput(tool, effect.input);
  if (!input.ok) return input;
  return run({
    ...tools,
    key: effect.key,
    onceKey: effect.onceKey ?? effect.key,
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
  return fail(
    code,
    `The ${what} of ${builtInUse(tool)} does not fit${where}: ${first?.message ?? 'it is not a map of values.'}`,
    {
      type: 'built_in',
      reason: what,
      errors,
    },
  );
}

function hasType(schema: Json): boolean {
  return isJsonObject(schema) && schema['type'] !== undefined;
}

function unavailable(name: string): Failure {
  const names = BUILT_INS.map(builtInUse).join(', ');
  return fail('CONFIGURATION_ERROR', `There is no built-in ${name}. This run can use ${names}.`, {
    type: 'built_in',
    reason: 'not_available',
    use: name,
  });
}

/** Runs `core:log`: the note is the step itself, which the run keeps with its input. */
function runLog({ givenInput }: BuiltInCall<'log'>): Outcome {
  return succeed(givenInput);
}

/** Runs `core:raise`: the failure the input describes. */
function runRaise({ input }: BuiltInCall<'raise'>): Outcome {
  const error = { code: toText(input.code), message: toText(input.message), details: input.details ?? null };
  return { ok: false, error, retryAfter: null };
}

/** Runs `core:workflow`: the result of the other run, or its error. */
async function runWorkflow({ input, ports, key, simulate, signal }: BuiltInCall<'workflow'>): Promise<Outcome> {
  if (ports.runWorkflow === undefined) return lacksWorkspace('workflow');
  const file = readWorkspacePath(toText(input['file']));
  if (!file.ok) return fail('AUTHORIZATION_ERROR', file.error, { type: 'workflow', reason: 'path' });
  const given = isJsonObject(input['input']) ? input['input'] : {};
  return ports.runWorkflow({ file: file.value, input: given, key, simulate }, signal);
}
