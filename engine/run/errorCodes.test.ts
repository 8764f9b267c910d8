import { expect, test } from 'vitest';
import { isJsonObject } from '../base/index.ts';
import { runScript, type Script } from '../testing/index.ts';

const AGENT =
  'agents: [{id: g, use: core:agent, config: {provider: p, model: m}, actions: [{id: x, instructions: I, output: {type: object}}]}]\n';
const CALL = 'tasks: [{id: a, type: basic, use: "core:http"}]';
const answered = (error: string): Script => ({ answers: { a: { error } } });

/** Code by code of format.md 6: a document that gives it. Those a performer answers with pass through as they are. */
const DOCUMENTS: readonly [code: string, about: string, text: string, script?: Script][] = [
  ['VALIDATION_ERROR', "the run's input", 'schema: {input: {required: [x]}}\ntasks: [{id: a, type: basic}]'],
  ['VALIDATION_ERROR', "a task's input", 'tasks: [{id: a, type: basic, schema: {input: {required: [x]}}}]'],
  ['VALIDATION_ERROR', "a collection's items", 'tasks: [{id: a, type: collection, config: {items: "7"}}]'],
  [
    'VALIDATION_ERROR',
    "an agent's answer",
    `${AGENT}tasks: [{id: a, type: basic, use: "agent:g"}]`,
    { answers: { a: { value: { text: 'no' } } } },
  ],
  ['EXPRESSION_ERROR', 'a template that fails', 'tasks: [{id: a, type: basic, with: {n: "{{ 1 / 0 }}"}}]'],
  ['EXPRESSION_ERROR', "the run's outputs", 'outputs: {n: "{{ 1 / 0 }}"}\ntasks: [{id: a, type: basic}]'],
  ['CONFIGURATION_ERROR', 'a setting of another type', 'tasks: [{id: a, type: basic, config: {timeout: "{{ 7 }}"}}]'],
  ['CONFIGURATION_ERROR', 'nothing to run', 'tasks: []'],
  [
    'TIMEOUT_ERROR',
    'a timeout',
    'tasks: [{id: a, type: basic, use: "core:http", config: {timeout: 1s}}]',
    { answers: { a: { never: true } } },
  ],
  [
    'TIMEOUT_ERROR',
    'a wait',
    'tasks: [{id: a, type: wait, config: {timeout: 1s, check_interval: 1s, condition: "false"}}]',
  ],
  [
    'ROUTING_ERROR',
    'a decision without a way',
    'tasks: [{id: a, type: decision, config: {condition: "3", routes: {4: end}}}]',
  ],
  ['REFERENCE_ERROR', 'an unknown use', 'tasks: [{id: a, type: basic, use: "acme:gone"}]'],
  ['REFERENCE_ERROR', 'an unknown target', 'tasks: [{id: a, type: basic, on_success: {next: gone}}]'],
  ['IMPORT_ERROR', 'an import that is not there', 'tasks: [{id: a, type: basic, import: ./gone.yaml}]'],
  ['LIMIT_ERROR', 'an endless loop', 'limits: {per_task: 9}\ntasks: [{id: a, type: basic, on_success: {next: a}}]'],
  [
    'LIMIT_ERROR',
    'nesting',
    'limits: {depth: 1}\ntasks: [{id: a, type: composite, tasks: [{id: b, type: composite, tasks: [{id: c, type: basic}]}]}]',
  ],
  ['CANCELLED', 'Stop', CALL, { answers: { a: { never: true } }, inputs: [{ after: 5, type: 'run.cancelled' }] }],
  ...[
    'EXECUTION_ERROR',
    'AUTHENTICATION_ERROR',
    'AUTHORIZATION_ERROR',
    'TIMEOUT_ERROR',
    'COMMUNICATION_ERROR',
    'RATE_LIMIT_ERROR',
    'PROVIDER_ERROR',
    'MEMORY_ERROR',
    'MY_OWN_CODE',
  ].map((code): [string, string, string, Script] => [code, 'an answer', CALL, answered(code)]),
];

test.each(DOCUMENTS)('%s results from %s', (code, about, text, script = {}) => {
  const { error, status } = runScript(text, script).view;
  expect(error?.code).toBe(code);
  expect(error?.message).not.toBe('');
  expect(status).toBe(code === 'CANCELLED' ? 'cancelled' : 'error');
  if (about === 'an answer') return;
  const details = isJsonObject(error?.details) ? error.details : {};
  expect([typeof details['type'], typeof details['reason']]).toEqual(['string', 'string']);
});

const NEVER_RETRIED = [
  'VALIDATION_ERROR',
  'CONFIGURATION_ERROR',
  'REFERENCE_ERROR',
  'IMPORT_ERROR',
  'EXPRESSION_ERROR',
  'ROUTING_ERROR',
  'LIMIT_ERROR',
  'AUTHENTICATION_ERROR',
  'AUTHORIZATION_ERROR',
  'CANCELLED',
];
const RETRIED = [
  'EXECUTION_ERROR',
  'TIMEOUT_ERROR',
  'COMMUNICATION_ERROR',
  'RATE_LIMIT_ERROR',
  'PROVIDER_ERROR',
  'MEMORY_ERROR',
  'MINE',
];

test.each([...NEVER_RETRIED.map((code) => [code, 1] as const), ...RETRIED.map((code) => [code, 3] as const)])(
  '%s is tried %i times by a policy of two retries',
  (code, calls) => {
    const text = 'tasks: [{id: a, type: basic, use: "core:http", retry: {attempts: 2, backoff: fixed, interval: 1s}}]';
    expect(runScript(text, answered(code)).calls).toHaveLength(calls);
  },
);
