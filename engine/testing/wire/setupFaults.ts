import type { Fault } from './Fault.ts';

/** What is wrong before any request is made, or where there is no server. */
export const SETUP_FAULTS: readonly Fault[] = [
  {
    label: 'openai: no server listens',
    config: { url: 'http://127.0.0.1:9/v1' },
    code: 'COMMUNICATION_ERROR',
    reason: 'unreachable',
    requests: 0,
  },
  {
    label: 'openai: no key',
    config: { api_key: null },
    code: 'CONFIGURATION_ERROR',
    reason: 'missing_key',
    requests: 0,
  },
  {
    label: 'openai: a key without a value',
    config: { api_key: '⟦secret:GONE.salt⟧' },
    code: 'CONFIGURATION_ERROR',
    reason: 'missing',
    requests: 0,
  },
  { label: 'openai: no model', call: { model: '' }, code: 'CONFIGURATION_ERROR', reason: 'missing_model', requests: 0 },
  {
    label: 'openai-compatible: no address',
    config: { url: null },
    code: 'CONFIGURATION_ERROR',
    reason: 'config',
    requests: 0,
  },
  {
    label: 'openai: an address that is none',
    config: { url: 'api.openai.com' },
    code: 'CONFIGURATION_ERROR',
    reason: 'config',
    requests: 0,
  },
  {
    label: 'openai: a temperature that is no number',
    config: { temperature: 'hot' },
    code: 'CONFIGURATION_ERROR',
    reason: 'config',
    requests: 0,
  },
  {
    label: 'openai: a budget, which only a run has',
    config: { budget: { tokens: 10 } },
    code: 'CONFIGURATION_ERROR',
    reason: 'config',
    requests: 0,
  },
  {
    label: 'openai: another provider',
    call: { provider: 'opnai' },
    code: 'CONFIGURATION_ERROR',
    reason: 'unknown_provider',
    requests: 0,
  },
];
