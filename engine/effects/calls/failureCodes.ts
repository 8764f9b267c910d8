import type { Call } from '../../run/index.ts';
import { findBuiltIn } from '../../tools/index.ts';

/** Codes that a call over the network fails with (format.md 6), besides timeouts. */
const NETWORK: readonly string[] = [
  'COMMUNICATION_ERROR',
  'RATE_LIMIT_ERROR',
  'AUTHENTICATION_ERROR',
  'AUTHORIZATION_ERROR',
  'EXECUTION_ERROR',
];

const OF_MODELS: readonly string[] = [
  'COMMUNICATION_ERROR',
  'RATE_LIMIT_ERROR',
  'AUTHENTICATION_ERROR',
  'AUTHORIZATION_ERROR',
  'LIMIT_ERROR',
  'PROVIDER_ERROR',
];

/** By the name of a built-in; of all others it is `EXECUTION_ERROR`. */
const OF_TOOLS: Readonly<Record<string, readonly string[]>> = {
  http: [...NETWORK, 'LIMIT_ERROR'],
  html: NETWORK,
  file: ['EXECUTION_ERROR', 'AUTHORIZATION_ERROR'],
  memory: ['MEMORY_ERROR'],
};

/** What of a call says how it can fail. */
export type FailingCall =
  | Pick<ModelCall, 'type'>
  | Pick<Exclude<Call, ModelCall | ToolCall>, 'type'>
  | Pick<ToolCall, 'type' | 'use'>;

type ModelCall = Extract<Call, { readonly type: 'model.call' }>;
type ToolCall = Extract<Call, { readonly type: 'tool.call' }>;

/**
 * The codes that a call fails with by what is outside of the workflow, but for `TIMEOUT_ERROR`; none for a tool that gives the same
 * for the same. Of models also one that is only played.
 */
export function failureCodes(call: FailingCall): readonly string[] {
  if (call.type === 'model.call') return OF_MODELS;
  if (call.type === 'memory.call') return ['MEMORY_ERROR'];
  const tool = findBuiltIn(call.use);
  if (tool === undefined) return NETWORK;
  const isPure = tool.reach === 'nowhere' && tool.store === undefined && call.use !== 'core:workflow';
  return isPure ? [] : (OF_TOOLS[tool.name] ?? ['EXECUTION_ERROR']);
}
