import { beforeAll, expect, test } from 'vitest';
import { loadPatterns } from '../../base/index.ts';
import { analyze } from '../../graph/index.ts';
import { readTestFile } from '../../testFile/index.ts';
import { toGivenCassette } from '../play/RecordedCalls.ts';
import { runTest } from '../runTest.ts';
import { saveTest } from '../save/saveTest.ts';
import { type DrillCell, type DrillReport, drill, playCell } from './drill.ts';
import { drillText } from './testing.ts';

beforeAll(() => loadPatterns());

/** An agent that may look up an order and pay it back. */
function refunds(pay = "{ id: pay, use: 'mcp:bank/pay' }"): string {
  return `tools:
  - ${pay}
agents:
  - id: clerk
    use: core:agent
    config: { provider: openai, model: small }
    tools: [{ id: find, use: core:http }, { id: pay }]
    actions:
      - { id: decide, instructions: Decide, output: { type: object, properties: { done: { type: boolean } } } }
tasks:
  - { id: decide, type: basic, use: agent:clerk, config: { timeout: 30m }, on_error: { next: sorry } }
  - { id: sorry, type: basic, use: 'core:log', with: { message: Failed } }
outputs: { done: '{{ tasks.decide.output.done ?? false }}' }
`;
}

/** The model looks twice, pays, and says so. */
const WORKS = `
  - name: works
    answers:
      decide:
        - tool_calls: [{ name: find, input: { url: 'https://shop.test/1' } }]
        - { tool: find, output: { status: 200, body: working } }
        - tool_calls: [{ name: find, input: { url: 'https://shop.test/1' } }, { name: pay, input: { amount: 5 } }]
        - { tool: find, output: { status: 200, body: done } }
        - { tool: pay, output: { paid: true } }
        - { output: { done: true } }
    expect: { equals: { done: true } }`;

/** The payment fails, and the model says that. */
function fails(done: boolean): string {
  return `
  - name: fails
    answers:
      decide:
        - tool_calls: [{ name: pay, input: { amount: 5 } }]
        - { tool: pay, error: { code: EXECUTION_ERROR } }
        - { output: { done: ${done} } }
    expect: { equals: { done: ${done} }, that: ['duration == 0'], within: 1s }`;
}

/** The model pays again when no answer came. */
const AGAIN = `
  - name: again
    answers:
      decide:
        - tool_calls: [{ name: pay, input: { amount: 5 } }]
        - { tool: pay, error: { code: TIMEOUT_ERROR } }
        - tool_calls: [{ name: pay, input: { amount: 5 } }]
        - { tool: pay, output: { paid: true } }
        - { output: { done: true } }
    expect: { equals: { done: true } }`;

const drillRefunds = (tests: string, text = refunds()): Promise<DrillReport> =>
  drillText(text, { file: `tests:${tests}\n` });

function cellOf({ cells }: DrillReport, place: string, fault: string): DrillCell | undefined {
  return cells.find((cell) => cell.place === place && cell.fault === fault);
}

test('each call of a tool of an agent has its faults, by the tool and by which call of it', async () => {
  const report = await drillRefunds(WORKS);
  const ofTools = report.cells.filter(({ tool }) => tool !== null);
  expect([...new Set(ofTools.map(({ place }) => place))]).toEqual(['decide/find', 'decide/find#2', 'decide/pay']);
  expect(ofTools.filter(({ place }) => place === 'decide/pay').map(({ fault }) => fault)).toEqual([
    'COMMUNICATION_ERROR',
    'RATE_LIMIT_ERROR',
    'AUTHENTICATION_ERROR',
    'AUTHORIZATION_ERROR',
    'EXECUTION_ERROR',
    'timeout',
    'cancel',
    'killed-before',
    'killed-after',
  ]);
  expect(cellOf(report, 'decide/find#2', 'malformed')).toMatchObject({ task: 'decide', tool: 'find', call: 2 });
  // The model itself has its own, as before.
  expect(cellOf(report, 'decide', 'refusal')).toMatchObject({ tool: null, call: null, verdict: 'handled' });
});

test('a fault strikes the one call that it is of, and the model is told', async () => {
  const report = await drillRefunds(WORKS);
  expect(cellOf(report, 'decide/find#2', 'COMMUNICATION_ERROR')).toMatchObject({
    verdict: 'handled',
    why: 'The model is told about the failure, but the drill repeats its answers from “works”; the run ends with success.',
  });
});

test('a payment that failed and is told as made is unhandled, unless a test says what the model does then', async () => {
  const told = await drillRefunds(WORKS);
  expect(cellOf(told, 'decide/pay', 'AUTHORIZATION_ERROR')).toMatchObject({
    verdict: 'unhandled',
    test: 'works',
    why: expect.stringContaining('as if the tool “pay” of “decide” had worked'),
  });
  const foreseen = await drillRefunds(WORKS + fails(false));
  // Whatever it fails with, and however long that takes: the test is about a payment that fails.
  for (const fault of ['AUTHORIZATION_ERROR', 'timeout'])
    expect(cellOf(foreseen, 'decide/pay', fault)).toMatchObject({
      verdict: 'handled',
      test: 'fails',
      why: expect.stringContaining('as the test “fails” expects'),
    });
  expect(cellOf(foreseen, 'decide/pay', 'cancel')?.test).toBe('works');
});

test('what comes of another fault than the test has is held to what the test expects', async () => {
  const text = refunds().replace('timeout: 30m', 'timeout: 10s');
  const report = await drillRefunds(WORKS + fails(false).replace('within: 1s', 'never: [sorry]'), text);
  expect(cellOf(report, 'decide/pay', 'RATE_LIMIT_ERROR')?.verdict).toBe('handled');
  // The tool is waited for longer than the task may take, and so the model says nothing.
  expect(cellOf(report, 'decide/pay', 'timeout')).toMatchObject({
    verdict: 'unhandled',
    test: 'fails',
    why: expect.stringContaining('expects another result: “sorry” must not start'),
  });
});

test('in a recorded run the model that is told of a failure says what it said there', async () => {
  const analysis = analyze('flow.yaml', refunds());
  const { file, findings } = readTestFile(`tests:${WORKS}\n`);
  const [own] = file.tests;
  if (own === undefined) throw new Error('There is a test');
  const { played } = await runTest({ analysis, test: own, findings });
  const given = toGivenCassette(analysis, played.inputs);
  if (!given.ok) throw new Error(given.error);
  const takes = { input: true, seed: true, signals: true };
  const test = { ...own, answers: [], cassette: { file: 'run.json', takes, match: 'request' as const, path: [] } };
  const report = await drill({ analysis, tests: [{ test, cassette: given.value, findings }], isSimulated: false });
  expect(report.unplayed).toEqual([]);
  expect(cellOf(report, 'decide/pay', 'AUTHORIZATION_ERROR')?.verdict).toBe('unhandled');
  expect(cellOf(report, 'decide/find', 'COMMUNICATION_ERROR')?.why).toContain('repeats its answers from “works”');
});

test('the run of a cell becomes a test in which this call fails, which foresees the failure from then on', async () => {
  const analysis = analyze('flow.yaml', refunds());
  const { file, findings } = readTestFile(`tests:${WORKS}\n`);
  const tests = file.tests.map((own) => ({ test: own, findings }));
  const cell = { place: 'decide/pay', fault: 'AUTHORIZATION_ERROR' };
  const run = await playCell({ analysis, tests, isSimulated: false }, cell);
  const saved = await saveTest({ analysis, events: run?.events ?? [], text: `tests:${WORKS}\n`, name: 'told' });
  if (!saved.ok) throw new Error(saved.error.message);
  expect(saved.value).toMatchObject({ difference: null, text: expect.stringContaining('AUTHORIZATION_ERROR') });
  const report = await drillText(refunds(), { file: saved.value.text });
  expect(cellOf(report, 'decide/pay', 'AUTHORIZATION_ERROR')).toMatchObject({ verdict: 'handled', test: 'told' });
});

test('a model that pays again where no answer came repeats it, unless the other side knows the payment', async () => {
  const report = await drillRefunds(AGAIN);
  expect(cellOf(report, 'decide/pay', 'timeout')).toMatchObject({ verdict: 'repeats' });
  expect(cellOf(report, 'decide/pay', 'RATE_LIMIT_ERROR')).toMatchObject({ verdict: 'handled' });
  const post = refunds("{ id: pay, use: core:http, config: { url: 'https://bank.test', method: POST, timeout: 10s } }");
  const known = await drillRefunds(AGAIN.replaceAll('{ amount: 5 }', "{ headers: { Idempotency-Key: '5' } }"), post);
  expect(cellOf(known, 'decide/pay', 'timeout')).toMatchObject({ verdict: 'handled' });
});

test('a host that ends while a tool is called asks a person, or repeats where it may', async () => {
  const report = await drillRefunds(WORKS);
  expect(cellOf(report, 'decide/pay', 'killed-before')).toMatchObject({
    verdict: 'handled',
    why: expect.stringContaining('a person is asked'),
  });
  const bold = await drillRefunds(WORKS, refunds("{ id: pay, use: 'mcp:bank/pay', config: { repeat: 'yes' } }"));
  expect(cellOf(bold, 'decide/pay', 'killed-before')?.verdict).toBe('repeats');
});

test('nothing ends the call of a tool without a timeout', async () => {
  const text = refunds().replace('config: { timeout: 30m }, ', '');
  expect(cellOf(await drillRefunds(WORKS, text), 'decide/find', 'timeout')).toMatchObject({
    verdict: 'hangs',
    why: expect.stringContaining('the call of the tool “find” by “decide”'),
  });
});

test('a tool that no run calls is listed, and one that computes is not', async () => {
  const text = refunds().replace('[{ id: find', '[{ id: sum, use: core:hash }, { id: find');
  const report = await drillRefunds(fails(false), text);
  expect(report.unreached).toMatchObject([{ task: 'decide', tool: 'find', place: 'decide/find' }]);
});
