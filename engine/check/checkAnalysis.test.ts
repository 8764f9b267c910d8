import { expect, test } from 'vitest';
import { analyze } from '../graph/index.ts';
import { yaml } from '../testing/index.ts';
import { blocksRun, checkAnalysis } from './checkAnalysis.ts';
import { diagnose, findingsIn, textOf } from './testing.ts';

test('a good workflow has no diagnostics', () => {
  const text = yaml`
    name: Support triage
    schema: { input: { type: object, properties: { text: { type: string } }, required: [text] } }
    agents:
      - id: triage
        use: core:agent
        config: { provider: mock, model: mock-small, temperature: 0.2, api_key: "{{ env.KEY }}" }
        actions:
          - id: classify
            instructions: "Classify {{ input.text }}"
            output: { type: object, properties: { urgency: { enum: [low, high] } } }
    tools:
      - { id: hook, use: core:http, config: { api_key: <API_KEY> }, schema: { input: { type: object }, output: { type: object } } }
    tasks:
      - id: classify
        type: basic
        use: agent:triage
        with: { text: "{{ workflow.input.text | trim() }}" }
        retry: { attempts: 2, backoff: fixed, interval: 1s }
        on_success: { next: route }
        on_error: { next: failed, with: { why: "{{ error.message }}" } }
      - id: route
        type: decision
        config:
          condition: tasks.classify.output.urgency
          routes: { high: page, low: end }
          default: { next: end }
      - id: page
        type: parallel
        tasks:
          - { id: mail, type: basic, use: tool:hook, with: { url: /hook, body: "{{ len(agents.triage.output.data) }}" } }
          - { id: note, type: basic, use: core:log, with: { message: "{{ operation_id }}" } }
        on_success: { next: end }
      - { id: failed, type: map, config: { mapping: { why: "{{ input.why ?? 'unknown' }}" } } }
    outputs: { urgency: "{{ tasks['classify'].output.urgency }}" }
  `;
  expect(findingsIn(text)).toEqual([]);
});

test('broken YAML gets only its own errors; an empty file and one without tasks get a note', () => {
  expect(new Set(diagnose('tasks: [{ id: a, type: bsic }').map(({ severity }) => severity))).toEqual(
    new Set(['error']),
  );
  expect(findingsIn('tasks: [{ id: a, type: bsic }').some((finding) => finding.startsWith('NOT_ALLOWED'))).toBe(false);
  expect(diagnose('').map(({ code }) => code)).toEqual(['EMPTY_DOCUMENT']);
  expect(diagnose('tools: []').map(({ code }) => code)).toEqual(['NO_TASKS']);
  expect(diagnose('tasks: []').map(({ code }) => code)).toEqual(['NO_TASKS']);
});

test('only errors block a run; the list is sorted, belongs to the innermost task and is the same for the same analysis', () => {
  const text = 'tasks: [{ id: a, type: basic, x: 1 }, { id: c, type: composite, tasks: [{ id: b, type: bsic }] }]';
  const analysis = analyze('w.yaml', text);
  const diagnostics = checkAnalysis(analysis);
  expect(diagnostics.map(({ code, taskId }) => [code, taskId])).toEqual([
    ['UNKNOWN_KEY', 'a'],
    ['UNREACHABLE_TASK', 'c'],
    ['NOT_ALLOWED_VALUE', 'b'],
  ]);
  expect(checkAnalysis(analysis)).toBe(diagnostics);
  expect(blocksRun(diagnostics)).toBe(true);
  expect(blocksRun(diagnostics.slice(0, 2))).toBe(false);
});

test('a workflow of 300 good tasks has no diagnostics', () => {
  expect(diagnose(textOf(300))).toEqual([]);
});
