import 'fake-indexeddb/auto';
import { readdirSync, readFileSync } from 'node:fs';
import { IDBFactory } from 'fake-indexeddb';
import { beforeAll, expect, test } from 'vitest';
import { loadPatterns } from '../../../base/index.ts';
import { createPerformer } from '../../../effects/index.ts';
import { analyze, effectiveWorkflow } from '../../../graph/index.ts';
import { playCassette } from '../../../proof/backtest/playCassette.ts';
import { recordCassette } from '../../../proof/index.ts';
import type { RunEvent } from '../../../run/index.ts';
import { success } from '../../../testing/family/answers.ts';
import { createFamilyPerformer } from '../../../testing/family/familyPerformer.ts';
import { yaml } from '../../../testing/index.ts';
import { createMemoryFiles, createMemoryKeyValues } from '../../../testing/memoryFiles.ts';
import { makeRequest, openEngine, start } from '../../../testing/openEngine.ts';
import { readRun } from '../exported/exportedRun.ts';
import type { PlayedVerdict } from '../protocol/Tests.ts';

// Loaded on first use, which would take turns of the clock.
beforeAll(async () => {
  await Promise.all([
    import('../../../check/index.ts'),
    import('../children/openChildren.ts'),
    import('../exported/exportedRun.ts'),
    import('../exported/replayExport.ts'),
    import('../history/replayRecorded.ts'),
    import('./openProof.ts'),
    loadPatterns(),
  ]);
});

const JOURNALS = 'engine/hosts/journals';

/** A run with a run inside, an agent that uses a tool of an MCP server, items, a stored value and a memory. */
const ALL = yaml`
  memory: { id: chat, vector: { use: "core:in-memory", dimensions: 8, config: {} }, options: {} }
  tools:
    - { id: price, use: "mcp:shop/price", schema: { input: { type: object }, output: { type: object } } }
  agents:
    - id: clerk
      use: core:agent
      config: { provider: mock, model: small, mock: { responses: [{ tool_calls: [{ name: price, input: { id: 7 } }] }, It is fair] } }
      tools: [{ id: price }]
  tasks:
    - id: each
      type: collection
      config: { items: [1, 2, 3], mode: parallel }
      tasks: [{ id: get, type: basic, use: core:http, with: { url: "https://api.example.com/{{ item }}" } }]
      on_success: { next: inside }
    - { id: inside, type: basic, use: core:workflow, with: { file: inner.yaml }, on_success: { next: keep } }
    - { id: keep, type: basic, use: core:kv, with: { op: set, key: n, value: 4 }, on_success: { next: read } }
    - { id: read, type: basic, use: core:kv, with: { op: get, key: n }, on_success: { next: ask } }
    - { id: ask, type: basic, use: "agent:clerk", with: { prompt: Is it fair }, on_success: { next: buy } }
    - { id: buy, type: basic, use: "mcp:shop/buy", with: { id: 7 } }
  outputs: { said: "{{ tasks.ask.output }}", n: "{{ tasks.read.output }}", items: "{{ tasks.each.output }}", inner: "{{ tasks.inside.output }}" }
`;

const INNER = yaml`
  tasks: [{ id: one, type: basic, use: core:http, with: { url: "https://api.example.com/inner", method: POST } }]
  outputs: { n: "{{ tasks.one.output }}" }
`;

type Page = ReturnType<typeof openEngine>;

const isOfFamily = (use: string): boolean => use === 'core:workflow' || use.startsWith('mcp:');

/** Answers of a server; the agent and the stored values are real. */
function openPage(): Page {
  let count = 0;
  return openEngine({
    ports: { keyValues: createMemoryKeyValues() },
    fetch: async () => Response.json({ n: (count += 1) }),
    createPerformer: (ports: Parameters<typeof createPerformer>[0]) => {
      const real = createPerformer(ports);
      const family = createFamilyPerformer(ports, {
        answer: (call) => (call.type === 'tool.call' && call.use.startsWith('mcp:') ? success({ fair: true }) : null),
        isOver: () => false,
        note: () => undefined,
      });
      return {
        ...real,
        perform: (call, signal) =>
          (call.type === 'tool.call' && isOfFamily(call.use) ? family : real).perform(call, signal),
      };
    },
  });
}

/** Takes an exported run into the history of another browser; plays its cassette there, and a test that names it. */
async function proveSame(exported: string) {
  globalThis.indexedDB = new IDBFactory();
  const { engine, clock } = openEngine();
  const files = createMemoryFiles();
  await engine.setWorkspace(files, []);
  const { runId } = await clock.settle(engine.importRun(exported, 'run.json'));
  const record = await clock.settle(engine.findRun(runId));
  const read = readRun(exported, runId);
  if (record === null || !read.ok) throw new Error('It was not imported.');
  const { path, source, files: imports = new Map<string, string>() } = record;
  const analysis = analyze(path, source, undefined, imports);
  const { cassette } = recordCassette(effectiveWorkflow(analysis), read.value.inputs);
  const { events } = await playCassette(analysis, cassette);
  const saved = await clock.settle(
    engine.saveTest({
      path,
      source,
      files: imports,
      events: record.events,
      name: 'as it was',
      text: '',
      recording: { runId, name: './runs/one.json', keepAs: 'runs/one.json' },
    }),
  );
  if (!saved.ok) throw new Error(saved.error.message);
  const verdicts: PlayedVerdict['verdict'][] = [];
  const found = await clock.settle(
    engine.playTests(
      {
        path: path.replace('.yaml', '.test.yaml'),
        text: saved.value.text,
        files: new Map([...imports, [path, source]]),
        only: null,
      },
      ({ verdict }) => verdicts.push(verdict) > 0,
    ),
  );
  return { was: withoutIds(record.events), is: withoutIds(events), saved: saved.value, verdicts, found, files };
}

/** Runs inside of an imported run have ids of their own. */
function withoutIds(events: readonly RunEvent[]): readonly string[] {
  return events.map((event) => JSON.stringify(event.type === 'child.reported' ? { ...event, child: null } : event));
}

/** Recorded where the text meant something else: played as it was, the same; a test of the text as it is today says what it asks otherwise. */
const MEANT_OTHERWISE = ['captured-of-0.2.json'];

test.each(readdirSync(JOURNALS).filter((name) => name.endsWith('.json')))(
  'a run of the browser is played from its cassette byte for byte, and a test that names it passes: %s',
  async (name) => {
    const { was, is, saved, verdicts, found, files } = await proveSame(readFileSync(`${JOURNALS}/${name}`, 'utf8'));
    expect(is).toEqual(was);
    expect(found.wrong).toEqual([]);
    const failures = verdicts.flatMap((verdict) => verdict.failures.map(({ code }) => code));
    const isOther = MEANT_OTHERWISE.includes(name);
    expect({ isSame: saved.difference === null, failures }).toEqual({
      isSame: !isOther,
      failures: isOther ? ['UNANSWERED'] : [],
    });
    expect(saved.text).toContain('cassette: ./runs/one.json');
    expect(files.texts.size).toBe(0);
  },
);

test('so is one with a run inside, items, turns of an agent, tools, MCP, memories and stored values', async () => {
  const page = openPage();
  await page.engine.setWorkspace(createMemoryFiles({ 'inner.yaml': INNER }), []);
  const runId = await start(page, makeRequest(ALL));
  expect(await page.finished(runId)).toMatchObject({ status: 'success' });
  const exported = (await page.clock.settle(page.engine.exportRun(runId))) ?? '';
  const { was, is, saved, verdicts } = await proveSame(exported);
  expect(is).toEqual(was);
  expect({ saved, verdicts }).toMatchObject({ saved: { difference: null }, verdicts: [{ passed: true }] });
});

test('a recorded run that cannot be read is told at its place', async () => {
  const { engine, clock } = openEngine();
  await engine.setWorkspace(createMemoryFiles(), []);
  const told: unknown[] = [];
  const play = (text: string) =>
    clock.settle(
      engine.playTests(
        {
          path: 'a.test.yaml',
          text,
          files: new Map([
            ['a.yaml', INNER],
            ['bad.json', '{}'],
          ]),
          only: null,
        },
        ({ verdict }) => {
          told.push(verdict.failures[0]);
          return true;
        },
      ),
    );
  for (const [file, why] of [
    ['none.json', /no file “none.json”/],
    ['bad.json', /not an exported run/],
    ['../out.json', /outside/],
  ] as const) {
    await play(`tests:\n  - { name: one, cassette: ${file} }\n`);
    expect(told.splice(0)[0]).toMatchObject({ code: 'TEST_CASSETTE', message: expect.stringMatching(why) });
  }
});
