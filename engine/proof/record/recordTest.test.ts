import { beforeAll, expect, test } from 'vitest';
import { type Json, loadPatterns } from '../../base/index.ts';
import { analyze } from '../../graph/index.ts';
import type { Call } from '../../run/index.ts';
import { checkTests, readTestFile } from '../../testFile/index.ts';
import { recordTest } from './recordTest.ts';

beforeAll(() => loadPatterns());

const FLOW = `agents:
  - id: clerk
    use: core:agent
    config: { provider: openai, model: small }
    tools: [{ id: find, use: core:http, description: Finds, with: { url: https://api.example.com } }]
    actions:
      - id: sort
        instructions: "Sort {{ input.text }}"
        output: { type: object, required: [topic], properties: { topic: { type: string } } }
tasks:
  - { id: sort, type: basic, use: agent:clerk, with: { text: '{{ workflow.input.text }}' } }
outputs: { topic: '{{ tasks.sort.output.topic }}' }
`;

const TESTS = `tests:
  - name: a
    input: { text: money }
    expect: { output: { topic: refund } }
`;

/** A model that asks for its tool first, and then answers. */
function answer(call: Call): Json {
  if (call.type !== 'model.call') return { status: 200, body: 'found' };
  const usage = { input_tokens: 1, output_tokens: 1 };
  const isFirst = call.messages.every(({ role }) => role !== 'tool');
  const toolCalls = isFirst
    ? [{ id: '1', name: call.tools[0]?.name ?? '', input: { url: 'https://api.example.com' } }]
    : [];
  const object = isFirst ? null : { topic: 'refund' };
  return { text: object === null ? '' : JSON.stringify(object), object, toolCalls, model: call.model, usage };
}

test('of an agent each turn is written, and what its tools answered; then nothing is asked', async () => {
  const analysis = analyze('flow.yaml', FLOW);
  const { file, findings } = readTestFile(TESTS);
  checkTests(file, analysis, findings);
  const made: string[] = [];
  const [own] = file.tests;
  if (own === undefined) throw new Error('There is a test');
  const ask = (call: Call) => {
    made.push(call.type);
    const outcome = { ok: true as const, value: answer(call), simulated: false, warnings: [] };
    return Promise.resolve({ outcome, duration: 3 });
  };
  const recorded = await recordTest({ analysis, test: own, text: TESTS, ask }, {});
  expect(made).toEqual(['model.call', 'tool.call', 'model.call']);
  expect(recorded.ok && recorded.value.problem).toBeNull();
  expect(recorded.ok && recorded.value.text).toBe(`${TESTS}    answers:
      sort:
        - tool_calls:
            - name: find
              input:
                url: https://api.example.com
        - tool: find
          output:
            status: 200
            body: found
        - output:
            topic: refund
`);
  const text = recorded.ok ? recorded.value.text : '';
  const [again] = readTestFile(text).file.tests;
  if (again === undefined) throw new Error('There is a test');
  const nothing = await recordTest({ analysis, test: again, text, ask }, {});
  expect(nothing).toEqual({ ok: true, value: { text, asked: [], problem: null } });
});
