import { beforeAll, expect, test } from 'vitest';
import { loadPatterns } from '../../base/index.ts';
import { analyze } from '../../graph/index.ts';
import type { RunEvent } from '../../run/index.ts';
import { readTestFile } from '../../testFile/index.ts';
import { backtestRun } from '../backtest/backtestRun.ts';
import { playDrill } from '../drill/DrillPlayer.ts';
import { playTest } from '../play/playTest.ts';
import { toGivenCassette } from '../play/RecordedCalls.ts';
import { saveTest } from '../save/saveTest.ts';
import { listCalls } from './listCalls.ts';

beforeAll(() => loadPatterns());

/** Items, a poll, a retry, a loop, and an agent with a tool. */
const FLOW = `agents:
  - { id: clerk, use: core:agent, config: { provider: openai, model: small }, tools: [{ id: find, use: 'mcp:shop/find' }], actions: [{ id: go, instructions: Go, output: {} }] }
tasks:
  - id: each
    type: collection
    with: { items: [a, b] }
    config: { mode: sequential }
    tasks: [{ id: ask, type: basic, use: 'mcp:shop/ask', with: { item: '{{ item }}' }, retry: { attempts: 1, backoff: fixed, interval: 1s } }]
    on_success: { next: poll }
  - id: poll
    type: wait
    use: 'mcp:shop/job'
    config: { condition: "output == 'done'", timeout: 1h, check_interval: 1m }
    on_success: { next: go }
  - { id: go, type: basic, use: 'agent:clerk', on_success: { next: again } }
  - { id: again, type: decision, config: { condition: "tasks.go.output == 'more'", routes: { 'true': go, 'false': end } } }
  - { id: end, type: basic }
`;

const TESTS = `tests:
  - name: a
    answers:
      ask: [{ error: { code: COMMUNICATION_ERROR }, after: 2s }, { output: 1 }, { output: 2 }]
      poll: [{ output: working }, { output: done }]
      go:
        - tool_calls: [{ name: find, input: {} }]
        - { tool: find, output: 1 }
        - { output: more }
        - { output: enough }
`;

/** Each call with its place, what came of it, and how long that took. */
const told = (events: readonly RunEvent[]): readonly unknown[] =>
  listCalls(events).map(({ place, request, outcome }) => [place, request, outcome]);

test('a call has the same place, request, outcome and time in a test, a cassette, a drill, a backtest and a saved test', async () => {
  const analysis = analyze('flow.yaml', FLOW);
  const [own] = readTestFile(TESTS).file.tests;
  if (own === undefined) throw new Error('There is a test');
  const played = await playTest(analysis, own);
  const calls = told(played.events);
  expect(listCalls(played.events).map(({ place, outcome }) => `${place} ${outcome?.error?.code ?? 'ok'}`)).toEqual([
    'each[0]/ask:1.1 COMMUNICATION_ERROR',
    'each[0]/ask:2.1 ok',
    'each[1]/ask:1.1 ok',
    'poll:1.1 ok',
    'poll:1.2 ok',
    'go:1.1 ok',
    'go:1.2 ok',
    'go:1.3 ok',
    'go#2:1.1 ok',
  ]);
  const given = toGivenCassette(analysis, played.inputs);
  if (!given.ok) throw new Error(given.error);
  const { cassette } = given.value;
  expect(cassette.calls.map(({ place }) => place)).toEqual(listCalls(played.events).map(({ place }) => place));
  const drilled = await playDrill({ analysis, test: own, isSimulated: false, repeat: 'ask', ports: {} }, null);
  expect(told(drilled.events)).toEqual(calls);
  const { events, verdict } = await backtestRun(analysis, { analysis, inputs: played.inputs });
  expect(verdict).toBe('the same');
  expect(told(events.after)).toEqual(calls);
  const saved = await saveTest({ analysis, events: played.events, text: '', given: cassette });
  const [again] = saved.ok ? readTestFile(saved.value.text).file.tests : [];
  if (again === undefined) throw new Error('There is a saved test');
  const replayed = told((await playTest(analysis, again)).events);
  expect(replayed.map((call) => JSON.stringify(call).replaceAll(/"duration":\d+/g, ''))).toEqual(
    calls.map((call) => JSON.stringify(call).replaceAll(/"duration":\d+/g, '')),
  );
});
