import { type Json, jsonObject, toText } from '../../base/index.ts';
import { parseDuration } from '../../model/index.ts';
import { type Call, type Outcome, type RunError, UNKNOWN_EFFECT } from '../../run/index.ts';
import { validateJson } from '../../schema/index.ts';
import { findBuiltIn } from '../../tools/index.ts';
import type { AnsweredCall } from '../play/askWithin.ts';
import type { Fault } from './Fault.ts';

/** How long a model, and a tool of an MCP server, may be silent where the workflow does not say it, in ms. */
const MODEL_PATIENCE = 600_000;
const MCP_PATIENCE = 60_000;

/** How long a call takes to fail, in ms. */
const QUICK = 100;

/** What comes of a call that a fault strikes; null: no answer ever. */
export function strikeOutcome(call: Call, fault: Fault): AnsweredCall | null {
  switch (fault.kind) {
    case 'timeout': {
      const duration = patienceOf(call);
      return duration === null ? null : failed({ code: 'TIMEOUT_ERROR', reason: 'timeout' }, duration);
    }
    case 'malformed':
      return { outcome: succeeded(malformedAnswer(call) ?? null), duration: QUICK };
    case 'refusal':
      return failed({ code: 'PROVIDER_ERROR', reason: 'refusal' }, QUICK);
    case 'flaky':
      return failed({ code: 'COMMUNICATION_ERROR', reason: 'unreachable' }, QUICK);
    default:
      return failed({ code: fault.name, reason: 'drill' }, QUICK);
  }
}

/** An answer that is not as its schema has it; undefined where nothing is expected of it. */
export function malformedAnswer(call: Call): Json | undefined {
  if (call.type === 'model.call') return call.outputSchema === null ? undefined : toModelText(call.model);
  if (call.type !== 'tool.call') return undefined;
  if (findBuiltIn(call.use)?.name === 'http')
    return { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Sign in</html>' };
  const schema = call.outputSchema;
  if (schema === null) return undefined;
  const candidates: readonly Json[] = [null, '<html>Sign in</html>', {}, []];
  return candidates.find((candidate) => validateJson(schema, candidate).errors.length > 0);
}

/** After how many ms a call is given up by whoever makes it; null: never. */
function patienceOf(call: Call): number | null {
  if (call.type === 'model.call') return MODEL_PATIENCE;
  if (call.type === 'memory.call') return null;
  const { timeout } = call.config;
  if (timeout !== undefined && timeout !== null) {
    const parsed = parseDuration(toText(timeout));
    if (parsed.ok) return parsed.value;
  }
  return call.use.startsWith('mcp:') ? MCP_PATIENCE : null;
}

function failed({ code, reason }: { readonly code: string; readonly reason: string }, duration: number): AnsweredCall {
  const message = `The drill makes this call fail with ${code}.`;
  const error: RunError = {
    code,
    message,
    details: jsonObject([
      ['type', 'drill'],
      ['reason', reason],
    ]),
  };
  return { outcome: { ok: false, error, retryAfter: null }, duration };
}

function succeeded(value: Json): Outcome {
  return { ok: true, value, simulated: true, warnings: [] };
}

function toModelText(model: string): Json {
  return jsonObject([
    ['text', 'I am sorry, here is no JSON.'],
    ['object', null],
    ['toolCalls', []],
    ['model', model],
    ['usage', { input_tokens: 0, output_tokens: 0 }],
    ['simulated', true],
  ]);
}

/** What comes of a call that was cut off, and is not made again. */
export function unknownOutcome(): Outcome {
  const message = 'It is not known whether this call arrived, and it was not made again.';
  const details = { type: UNKNOWN_EFFECT, reason: 'interrupted' };
  return { ok: false, error: { code: 'EXECUTION_ERROR', message, details }, retryAfter: null };
}
