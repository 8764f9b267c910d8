import { beforeAll, describe, expect, test } from 'vitest';
import { loadPatterns } from '../../base/index.ts';
import { analyze } from '../../graph/index.ts';
import { readTestFile } from '../../testFile/index.ts';
import { runTest } from '../index.ts';
import { saveTest } from '../save/saveTest.ts';
import { failuresOf, findingsIn, playAll } from '../testing.ts';

beforeAll(() => loadPatterns());

/** An agent that may look up an order and pay it back; its own tool has a schema. */
const REFUNDS = `tools:
  - { id: pay, use: 'mcp:bank/pay', schema: { input: { type: object }, output: { type: object, required: [paid], properties: { paid: { type: boolean } } } } }
agents:
  - id: clerk
    use: core:agent
    config: { provider: openai, model: small }
    tools: [{ id: find, use: core:http, schema: { input: { type: object }, output: {} } }, { id: pay }]
    actions:
      - id: decide
        instructions: "Decide: {{ input.text }}"
        output: { type: object, required: [done], properties: { done: { type: boolean } } }
tasks:
  - { id: decide, type: basic, use: agent:clerk, with: { text: '{{ workflow.input.text }}' } }
outputs: { done: '{{ tasks.decide.output.done }}' }
`;

/** The model looks twice for what is asked once, pays, and says so. */
const TURNS = `
        - tool_calls: [{ name: find, input: { url: https://shop.test/1 } }]
        - { tool: find, output: { status: 200, body: working } }
        - tool_calls: [{ name: find, input: { url: https://shop.test/1 } }, { name: pay, input: { amount: 5 } }]
        - { tool: find, output: { status: 200, body: done } }
        - { tool: pay, for: { amount: 5 }, output: { paid: true }, after: 3s }
        - { output: { done: true } }`;

function refund(turns: string, expectations = ''): string {
  return `tests:\n  - name: a\n    input: { text: back }\n    answers:\n      decide: ${turns}\n    expect: { ${expectations} }\n`;
}

describe('the tools of an agent in a test', () => {
  test('each of their calls has its answer, and each turn of the model', async () => {
    const expected = `equals: { done: true }, calls: [{ use: find, sent: { exactly: { url: https://shop.test/1 } }, times: 2 }, { use: pay, sent: { amount: 5 }, times: 1 }], that: ['duration == 3000']`;
    const [verdict] = await playAll(REFUNDS, refund(TURNS, expected));
    expect(verdict?.failures).toEqual([]);
    const analysis = analyze('flow.yaml', REFUNDS);
    const { file, findings } = readTestFile(refund(TURNS));
    const [own] = file.tests;
    if (own === undefined) throw new Error('There is a test');
    const { played } = await runTest({ analysis, test: own, findings });
    const told = played.events.flatMap((event) =>
      event.type === 'effect.requested' && event.kind === 'model'
        ? [JSON.stringify(event.request).includes('working'), JSON.stringify(event.request).includes('\\"done\\"')]
        : [],
    );
    expect(told).toEqual([false, false, true, false, true, true]);
  });

  test('an answer without `tool` is for the model: a tool that has none ends the test, and says how to write it', async () => {
    const turns = '[{ tool_calls: [{ name: pay, input: { amount: 5 } }] }, { output: { done: true } }]';
    const [verdict] = await playAll(REFUNDS, refund(turns));
    expect(verdict?.failures).toMatchObject([{ code: 'UNANSWERED' }]);
    expect(verdict?.failures[0]?.message).toContain('decide: [{ tool: pay, output: … }]');
  });

  test('an error of a tool is told to the model, which goes on', async () => {
    const turns = `[{ tool_calls: [{ name: pay }] }, { tool: pay, error: { code: TIMEOUT_ERROR } }, { output: { done: false } }]`;
    expect(await failuresOf(REFUNDS, refund(turns, 'equals: { done: false }'))).toEqual([]);
  });

  test('tools of a model that answers by itself need only their own answers', async () => {
    const mock =
      '{ provider: mock, model: small, mock: { responses: [{ tool_calls: [{ name: pay }] }, { done: true }] } }';
    const flow = REFUNDS.replace('{ provider: openai, model: small }', mock);
    const turns = '{ tool: pay, output: { paid: true } }';
    expect(await failuresOf(flow, refund(turns, 'equals: { done: true }, calls: [{ use: pay }]'))).toEqual([]);
  });

  test.each([
    ['{ tool: fin, output: 1 }', 'TEST_ANSWER tool'],
    ['{ tool: pay, output: { paid: yes please } }', 'TEST_ANSWER paid'],
    ['{ tool: pay, tool_calls: [{ name: pay }] }', 'TEST_ANSWER decide'],
    ['{ tool_calls: [] }', 'TEST_ANSWER decide'],
    ['{ tool_calls: [{ name: pay }], output: 1 }', 'TEST_ANSWER decide'],
  ])('%s is told', (answer, finding) => {
    expect(findingsIn(REFUNDS, refund(answer))).toContain(finding);
  });

  test('a task without an agent has no tools to answer for', () => {
    const flow = 'tasks: [{ id: decide, type: basic, use: core:http, with: { url: https://shop.test } }]\n';
    expect(findingsIn(flow, refund('{ tool: find, output: {} }'))).toEqual(['TEST_ANSWER tool']);
    expect(findingsIn(flow, refund('{ tool_calls: [{ name: find }] }'))).toEqual(['TEST_ANSWER tool_calls']);
  });

  test('a saved run has its turns and its tools, and notices another tool, other words to it, and one call more', async () => {
    const analysis = analyze('flow.yaml', REFUNDS);
    const { file, findings } = readTestFile(refund(TURNS));
    const [own] = file.tests;
    if (own === undefined) throw new Error('There is a test');
    const { played } = await runTest({ analysis, test: own, findings });
    const saved = await saveTest({ analysis, events: played.events, text: '', name: 'a' });
    if (!saved.ok) throw new Error(saved.error.message);
    const { text, difference } = saved.value;
    expect(difference).toBeNull();
    expect(await failuresOf(REFUNDS, text)).toEqual([]);
    expect(text).toContain('{name: pay, input: {amount: 5}}');
    expect(await failuresOf(REFUNDS.replace('mcp:bank/pay', 'mcp:bank/refuse'), text)).toEqual(['CALLS']);
    expect(
      await failuresOf(REFUNDS, text.replaceAll('amount: 5', 'amount: 6').replace('amount: 6', 'amount: 5')),
    ).not.toEqual([]);
    expect(
      await failuresOf(REFUNDS.replace(', { id: pay }]', ']'), text.replace(/ *- \{?tool: pay.*\n/, '')),
    ).not.toEqual([]);
  });
});
