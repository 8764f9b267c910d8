import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { toJson } from '../base/index.ts';
import { parseDuration } from '../model/index.ts';
import { parseSyntax, toNodeData } from '../syntax/index.ts';
import { numRuns, yaml } from '../testing/index.ts';
import { DURATION_PATTERN } from './objects/fields.ts';
import { validateDocument } from './validateDocument.ts';

const problems = (text: string) =>
  validateDocument(toJson(toNodeData(parseSyntax(text).root))).map(
    ({ path, keyword, params }) =>
      `${path.join('.')} ${keyword}${params.missing === undefined ? '' : ` ${params.missing}`}`,
  );

test('accepts a document with every object and field of the seed', () => {
  const everything = yaml`
    memory:
      id: support
      storage: { use: core:in-memory, config: { url: x, token: t, path: p, other: 1 } }
      vector: { use: core:in-memory, dimensions: 384, config: { url: x, apiKey: k, path: p } }
      embedder: { use: core:local, config: { model: m, apiKey: k, project: p } }
      options:
        lastMessages: 10
        semanticRecall: { enabled: true, maxResults: 5 }
        workingMemory: { enabled: false, template: <user/> }
    agents:
      - id: triage
        use: { repo: core, package: agent, version: "1" }
        config:
          { provider: mock, model: m, api_key: k, url: u, temperature: 0.0, max_tokens: 10, top_p: 0.5, frequency_penalty: 1, presence_penalty: -1 }
        with: { any: thing }
        tools: [{ id: lookup, config: { depth: 2 } }, { id: own, use: a:b, schema: { input: {}, output: {} } }]
        env: { REGION: eu, N: 1 }
        memory: { id: support, vector: { use: core:in-memory, dimensions: 3, config: {} } }
        actions:
          - id: classify
            instructions: Classify
            messages: [{ role: system, content: Be kind }]
            output: { type: object }
            config: { temperature: 1 }
      - { import: ./agent.yaml }
    tools:
      - { id: lookup, use: core:http@1, config: { api_key: k }, env: {}, schema: { config: {}, input: {}, output: {} } }
    tasks:
      - id: a
        name: A
        type: basic
        use: agent:triage
        schema: { input: { type: object } }
        config: { timeout: 1h30m }
        retry: { attempts: 3, backoff: exponential, interval: 1s, max_interval: 10s, jitter: true }
        on_start: { next: b, with: {} }
        on_success: { next: b }
        on_error: { condition: "{{ true }}", routes: { X: b, Y: { next: [b, c] } }, retry: true, next: b }
        on_complete: {}
      - { id: p, type: parallel, config: { max_concurrent: 1, fail_fast: true, timeout: 1s }, on_operation_start: {}, on_operation_complete: {} }
      - { id: d, type: decision, config: { condition: x, routes: { 1: a }, default: { next: b } }, on_condition_match: {}, on_condition_nomatch: {} }
      - id: c
        type: collection
        config: { mode: parallel, batch_size: 2, max_concurrent: 2, continue_on_error: true, timeout_per_batch: 1s, timeout_per_item: 1s }
        on_item_start: {}
        on_item_success: {}
        on_item_error: {}
        on_batch_start: {}
        on_batch_complete: {}
      - { id: w, type: wait, config: { timeout: 1s, check_interval: 1s, max_checks: 2 }, on_check: {}, on_timeout: {} }
      - { id: m, type: map, config: { validate_schema: true, strict_mode: false }, on_validation_error: {} }
      - { id: s, type: composite, config: { error_handling: stop, timeout: 1s }, on_task_start: {}, on_task_complete: {} }
  `;
  expect(problems(everything)).toEqual([]);
});

test.each([
  ['agents: [{ id: a, use: b:c, config: { provider: p, model: m, temperature: "{{ env.T }}" } }]'],
  ['tasks: [{ id: a, type: basic, config: { timeout: "{{ env.T }}" } }]'],
  ['tasks: [{ id: a, type: collection, config: { mode: "{{ env.M }}", continue_on_error: "{{ env.C }}" } }]'],
  ['tasks: [{ id: a, type: basic, retry: { attempts: "{{ 3 }}", backoff: "{{ env.B }}", interval: "{{ env.I }}" } }]'],
  ['tasks: [{ id: a, type: basic, with: "{{ workflow.input }}", on_success: { next: a, with: "{{ output }}" } }]'],
  ['agents: [{ id: a, use: core:agent, with: "{{ env.BASE }}" }]'],
])('accepts whole templates for numbers, booleans, durations, choices and with: %s', (text) => {
  expect(problems(text)).toEqual([]);
});

test.each([
  ['tasks: {}', 'tasks type'],
  ['tasks: [text]', 'tasks.0 type'],
  ['tasks: [{}]', 'tasks.0 required id', 'tasks.0 required type'],
  ['tasks: [{ import: ./t.yaml }]'],
  ['tasks: [{ id: a, type: bsic }]', 'tasks.0.type enum'],
  ['tasks: [{ id: "", type: basic }]', 'tasks.0.id minLength'],
  ['tasks: [{ id: 7, type: basic }]', 'tasks.0.id type'],
  ['tasks: [{ id: a, type: wait }]', 'tasks.0 required config'],
  [
    'tasks: [{ id: a, type: wait, config: {} }]',
    'tasks.0.config required timeout',
    'tasks.0.config required check_interval',
  ],
  ['tasks: [{ id: a, type: basic, config: }]', 'tasks.0.config type'],
  ['tasks: [{ id: a, type: basic, config: { timeout: 30 } }]', 'tasks.0.config.timeout type'],
  ['tasks: [{ id: a, type: basic, config: { timeout: 30 s } }]', 'tasks.0.config.timeout pattern'],
  ['tasks: [{ id: a, type: basic, config: { timeout: "{{ 30 }}s" } }]', 'tasks.0.config.timeout pattern'],
  [
    'tasks: [{ id: a, type: basic, retry: { attempts: "3", backoff: fast, interval: 1s } }]',
    'tasks.0.retry.attempts type',
    'tasks.0.retry.backoff enum',
  ],
  [
    'tasks: [{ id: a, type: basic, retry: { attempts: -1, backoff: fixed, interval: 1s } }]',
    'tasks.0.retry.attempts minimum',
  ],
  ['tasks: [{ id: a, type: basic, on_success: b }]', 'tasks.0.on_success type'],
  ['tasks: [{ id: a, type: basic, on_success: { next: 1 } }]', 'tasks.0.on_success.next type'],
  ['tasks: [{ id: a, type: basic, on_success: { next: [1] } }]', 'tasks.0.on_success.next.0 type'],
  ['tasks: [{ id: a, type: basic, use: thing }]', 'tasks.0.use pattern'],
  ['tasks: [{ id: a, type: basic, use: { repo: x } }]', 'tasks.0.use required package'],
  ['tasks: [{ id: a, type: decision, config: { routes: { x: 1 } } }]', 'tasks.0.config.routes.x type'],
  ['tasks: [{ id: p, type: parallel, tasks: [{ id: a }] }]', 'tasks.0.tasks.0 required type'],
  [
    'agents: [{ id: a, use: b:c, config: { provider: p, model: m, temperature: 1.5 } }]',
    'agents.0.config.temperature maximum',
  ],
  ['agents: [{ id: a, use: b:c, config: { provider: p } }]', 'agents.0.config required model'],
  [
    'agents: [{ id: a, use: b:c, actions: [{ id: x }] }]',
    'agents.0.actions.0 required instructions',
    'agents.0.actions.0 required output',
  ],
  ['agents: [{ id: a, use: b:c, tools: [{ id: x, use: y:z }] }]', 'agents.0.tools.0 required schema'],
  ['tools: [{ id: a, use: b:c, schema: { input: {} } }]', 'tools.0.schema required output'],
  ['memory: { id: m }', 'memory required vector'],
  [
    'memory: { id: m, vector: { use: a:b, dimensions: 3, config: {} }, storage: {} }',
    'memory.storage required use',
    'memory.storage required config',
  ],
])('%s', (text, ...expected) => {
  expect(problems(text)).toEqual(expected);
});

test('names on the prototype are no keys', () => {
  expect(problems('tasks: [{ id: a, type: basic, constructor: 1, __proto__: { x: 1 } }]')).toEqual([]);
  expect(problems('__proto__: { tasks: 5 }')).toEqual([]);
});

test('the pattern of durations accepts what parseDuration accepts', () => {
  const pattern = new RegExp(DURATION_PATTERN, 'u');
  const unit = fc.constantFrom('ms', 's', 'm', 'h', 'd', 'w', 'S', 'H', 'M', 'D', 'W', ' ', 'x', '');
  const part = fc.tuple(fc.constantFrom('1', '20', '1.5', '1,5', '', '-3'), unit).map((pair) => pair.join(''));
  const text = fc
    .tuple(fc.constantFrom('', 'P', 'PT', 'P1DT'), fc.array(part, { maxLength: 4 }))
    .map(([head, parts]) => head + parts.join(''));
  fc.assert(
    fc.property(text, (candidate) => {
      expect(pattern.test(candidate), candidate).toBe(parseDuration(candidate).ok);
    }),
    { numRuns: numRuns(2_000) },
  );
});
