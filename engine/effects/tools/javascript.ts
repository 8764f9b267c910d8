import { isJsonObject, type Json, type JsonObject, jsonObject, ok, toText } from '../../base/index.ts';
import { parseDuration } from '../../model/index.ts';
import type { Outcome, OutcomeWarning } from '../../run/index.ts';
import { JsonLimitError, parseJson } from '../limitJson.ts';
import { type Attempt, cancelled, fail, succeed } from '../outcome.ts';
import type { Script, ScriptAnswer, ScriptError } from '../scripts/Script.ts';
import type { BuiltInCall } from './BuiltInCall.ts';
import { lacksWorkspace, readWorkspacePath } from './readWorkspacePath.ts';

/** Longest time a script can be given, in ms. */
const LONGEST = 10 * 60_000;

/**
 * Runs `core:javascript` (format.md section 3): code of the tool's `config`, else of the task's own `with`. What it
 * throws is an EXECUTION_ERROR, or has the code it gives it; TIMEOUT_ERROR and LIMIT_ERROR name the budget that was used up.
 */
export async function runJavascript(call: BuiltInCall<'javascript'>): Promise<Outcome> {
  const { runScript } = call.ports;
  if (runScript === undefined)
    return fail('CONFIGURATION_ERROR', 'core:javascript cannot run here: there is no sandbox.', {
      type: 'javascript',
      reason: 'no_sandbox',
    });
  const script = await readScript(call);
  if (!script.ok) return script;
  const answer = await runScript(script.value, call.signal);
  return call.signal.aborted ? cancelled() : toOutcome(answer, script.value);
}

async function readScript(call: BuiltInCall<'javascript'>): Promise<Attempt<Script>> {
  const { config, givenInput, seed } = call;
  const isOwn = config['code'] === undefined && config['file'] === undefined;
  const place = isOwn && isJsonObject(givenInput) ? givenInput : config;
  const code = await readCode(place, call);
  if (!code.ok) return code;
  const timeout = parseDuration(toText(config['timeout']));
  if (!timeout.ok || timeout.value < 1 || timeout.value > LONGEST)
    return misconfigured('timeout', `config.timeout “${toText(config['timeout'])}” is not a duration from 1ms to 10m.`);
  const now = readNow(config['now']);
  if (Number.isNaN(now))
    return misconfigured('now', `config.now “${toText(config['now'])}” is not a time such as 2026-01-31T12:00:00Z.`);
  const input = isOwn ? withoutCode(place) : givenInput;
  return ok({
    code: code.value,
    input: JSON.stringify(input),
    seed,
    now,
    timeout: timeout.value,
    memory: typeof config['memory'] === 'number' ? config['memory'] : 64,
  });
}

function withoutCode(place: JsonObject): JsonObject {
  return jsonObject(Object.entries(place).filter(([key]) => key !== 'code' && key !== 'file'));
}

async function readCode({ code, file }: JsonObject, { ports }: BuiltInCall<'javascript'>): Promise<Attempt<string>> {
  if (code !== undefined && file !== undefined)
    return misconfigured('code', 'Both `code` and `file` are given. Keep one of them.');
  if (typeof code === 'string') return ok(code);
  if (typeof file !== 'string')
    return misconfigured(
      'code',
      'There is no code to run. Write it as `code`, or name a `file` of the workspace: in the config of a tool, or in `with` of the task.',
    );
  if (ports.files === undefined) return lacksWorkspace('javascript');
  const path = readWorkspacePath(file);
  if (!path.ok) return fail('AUTHORIZATION_ERROR', path.error, { type: 'javascript', reason: 'path' });
  const read = await ports.files.read(path.value);
  return read.ok ? read : misconfigured('file', read.error);
}

function readNow(now: Json | undefined): number | null {
  if (now === undefined || now === null) return null;
  return typeof now === 'number' ? now : Date.parse(toText(now));
}

function misconfigured(reason: string, message: string): Attempt<never> {
  return fail('CONFIGURATION_ERROR', message, { type: 'javascript', reason });
}

function toOutcome(answer: ScriptAnswer, script: Script): Outcome {
  switch (answer.type) {
    case 'value':
      return readValue(answer);
    case 'error':
      return toFailure(answer.error, answer);
    case 'limit':
      return toLimit(answer, script);
    case 'stuck':
      return fail(
        'EXECUTION_ERROR',
        'The script waits for a promise that never settles: there are no timers and no network in the sandbox.',
        { type: 'javascript', reason: 'stuck', console: toConsole(answer) },
      );
    case 'unavailable':
      return fail('EXECUTION_ERROR', `The sandbox of core:javascript did not start: ${answer.reason}. ${POLICY_HINT}`, {
        type: 'javascript',
        reason: 'unavailable',
        cause: answer.reason,
      });
  }
}

function readValue(answer: Extract<ScriptAnswer, { type: 'value' }>): Outcome {
  try {
    return succeed(parseJson(answer.json), toWarnings(answer));
  } catch (error) {
    if (!(error instanceof JsonLimitError)) throw error;
    return fail('LIMIT_ERROR', `The script returns too much: ${error.message}`, {
      type: 'javascript',
      reason: 'output',
      limit: error.limit,
      console: toConsole(answer),
    });
  }
}

/** Why WebAssembly is refused where it is. */
const POLICY_HINT =
  'Where this app is served, the file sandbox.worker must come with the policy its _headers file names, which allows WebAssembly.';

function toFailure(error: ScriptError, answer: ScriptAnswer): Outcome {
  const { name, message, code, line, column } = error;
  const where = line === null ? '' : `Line ${line}: `;
  const what = name === '' || name === 'Error' ? message : `${name}: ${message}`;
  const own: Json = error.details === null ? null : JSON.parse(error.details);
  if (code !== null && own !== null) return { ok: false, error: { code, message, details: own }, retryAfter: null };
  return fail(code ?? 'EXECUTION_ERROR', code === null ? `${where}${what}` : message, {
    type: 'javascript',
    reason: 'thrown',
    name,
    line,
    column,
    console: toConsole(answer),
  });
}

function toLimit(answer: Extract<ScriptAnswer, { type: 'limit' }>, { timeout, memory }: Script): Outcome {
  const details = { type: 'javascript', reason: answer.limit, console: toConsole(answer) };
  switch (answer.limit) {
    case 'time':
      return fail('TIMEOUT_ERROR', `The script took longer than ${timeout} ms. Raise config.timeout.`, details);
    case 'memory':
      return fail('LIMIT_ERROR', `The script needs more than ${memory} MiB. Raise config.memory.`, details);
    case 'depth':
      return fail('LIMIT_ERROR', 'The script calls itself, or nests values, too deeply.', details);
    case 'output':
      return fail('LIMIT_ERROR', 'The script returns more than 8 MiB of JSON.', details);
  }
}

function toWarnings({ lines }: ScriptAnswer): readonly OutcomeWarning[] {
  return lines.map(({ level, text }) => ({ code: 'SCRIPT_CONSOLE', message: `console.${level}: ${text}` }));
}

function toConsole({ lines }: ScriptAnswer): Json {
  return lines.map(({ level, text }) => `${level}: ${text}`);
}
