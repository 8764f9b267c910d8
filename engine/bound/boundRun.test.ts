import { describe, expect, test } from 'vitest';
import { readWorkflow } from '../model/index.ts';
import { parseSyntax } from '../syntax/index.ts';
import { numRuns, yaml } from '../testing/index.ts';
import { boundRun } from './boundRun.ts';
import { measureRun } from './testing.ts';

const PRICES = [{ provider: 'openai', model: 'gpt', output: 8 }];

const bound = (text: string) => boundRun(readWorkflow(parseSyntax(text)), PRICES);
const timeOf = (text: string) => bound(text).time;
const gapsOf = (text: string) => bound(text).gaps.map(({ taskId, why }) => `${taskId} ${why}`);

/** First seed, from `npm run test:long -- --seed N`; a failure names its seed. */
const FIRST_SEED = Number(process.env['SIGNALBOX_TEST_SEED'] ?? 1);

test('no run on the virtual clock takes longer, nor do its answers cost more, than its text says, whatever fails, hangs or asks to be tried later', {
  timeout: numRuns(60_000),
}, () => {
  const count = numRuns(100, 200);
  let bounded = 0;
  let close = 0;
  let priced = 0;
  for (let seed = FIRST_SEED; seed < FIRST_SEED + count; seed += 1) {
    const { text, bound: said, time, answers, hasAsked, isFinished } = measureRun(seed);
    const most = hasAsked ? said.asked : said.time;
    if (most !== null) {
      if (time > most) throw new Error(`seed: ${seed}. It took ${time} ms of at most ${most}.\n${text}`);
      bounded += 1;
      if (isFinished && most > 0 && time > most / 4) close += 1;
    }
    if (said.answers !== null && answers > said.answers + 1e-9)
      throw new Error(`seed: ${seed}. Its answers cost ${answers} of at most ${said.answers}.\n${text}`);
    if (said.answers !== null && answers > 0) priced += 1;
  }
  // Bounds that are never there, or far too large, would prove little.
  expect(bounded / count).toBeGreaterThan(0.5);
  expect(close / count).toBeGreaterThan(0.1);
  expect(priced / count).toBeGreaterThan(0.02);
});

/** A wait, as an item of a list. */
function wait(id: string, timeout: string): string {
  return `{ id: ${id}, type: wait, config: { timeout: ${timeout}, check_interval: 1s } }`;
}

/** Three waits beside each other. */
function operations(config: string): string {
  const tasks = [wait('a', '9s'), wait('b', '4s'), wait('c', '3s')];
  return `tasks:\n  - { id: all, type: parallel, config: { ${config} }, tasks: [${tasks.join(', ')}] }\n`;
}

/** A collection over some items, each of which waits a second. */
function over(items: string, config: string): string {
  return yaml`
    schema: { input: { type: object, properties: { rows: { type: array, maxItems: 40 } } } }
    tasks:
      - id: each
        type: collection
        config: { items: ${items}, ${config} }
        tasks: [{ id: pause, type: wait, config: { timeout: 1s, check_interval: 1s } }]
  `;
}

describe('the time of a run', () => {
  test('has all attempts of its tasks, the delays between them and the waits to their end', () => {
    const text = yaml`
      tasks:
        - id: fetch
          type: basic
          use: core:http
          config: { timeout: 30s }
          retry: { attempts: 2, backoff: exponential, interval: 5s }
          on_success: { next: approve }
          on_error: { next: later }
        - { id: approve, type: wait, config: { signal: ok, timeout: 2m, check_interval: 1m } }
        - { id: later, type: basic, use: core:log, with: { message: Later } }
    `;
    expect(bound(text)).toMatchObject({ time: 3 * 30_000 + 15_000 + 120_000, gaps: [], answers: 0 });
    // A server may ask to be tried again after an hour, twice.
    expect(bound(text).asked).toBe(3 * 30_000 + 2 * 3_600_000 + 120_000);
  });

  test('is that of the longest way, and not of all ways', () => {
    const text = yaml`
      tasks:
        - { id: first, type: decision, config: { condition: "true", routes: { true: long, false: short } } }
        - { id: long, type: wait, config: { timeout: 5m, check_interval: 1m }, on_success: { next: last } }
        - { id: short, type: wait, config: { timeout: 1m, check_interval: 1m }, on_success: { next: last } }
        - { id: last, type: wait, config: { timeout: 10s, check_interval: 1s } }
        - { id: lost, type: wait, config: { timeout: 9d, check_interval: 1h } }
    `;
    // The last one is reached by either way; nothing says that only one is taken.
    expect(timeOf(text)).toBe(5 * 60_000 + 2 * 10_000);
    expect(timeOf(text.replace('- { id: last,', '- { id: last, join: all,'))).toBe(5 * 60_000 + 10_000);
  });

  test('has a probe that is under way at the deadline of its wait, for another interval', () => {
    const text = yaml`
      tasks:
        - { id: poll, type: wait, use: core:http, with: { url: "https://a.example" }, config: { timeout: 1m, check_interval: 5s } }
    `;
    expect(timeOf(text)).toBe(65_000);
    expect(timeOf(text.replace('use: core:http, ', ''))).toBe(60_000);
  });

  test('is cut where a container has a timeout, whatever is in it', () => {
    const text = yaml`
      tasks:
        - id: gather
          type: parallel
          config: { timeout: 1m }
          tasks:
            - { id: poll, type: basic, use: core:http, with: { url: "https://a.example" } }
    `;
    expect(timeOf(text)).toBe(60_000);
    expect(gapsOf(text.replace('timeout: 1m', 'fail_fast: true'))).toEqual(['poll timeout']);
  });

  test('of operations is the longest, and where not all run at once, no more than their sum', () => {
    expect(timeOf(operations('fail_fast: true'))).toBe(9_000);
    expect(timeOf(operations('max_concurrent: 1'))).toBe(16_000);
    expect(timeOf(operations('max_concurrent: 2'))).toBe(16_000);
  });

  test('of a collection is that of its batches, as many at once as its text says', () => {
    expect(timeOf(over('[1, 2, 3, 4, 5]', 'mode: sequential'))).toBe(5_000);
    expect(timeOf(over('"{{ workflow.input.rows }}"', 'mode: parallel'))).toBe(4_000);
    expect(timeOf(over('"{{ workflow.input.rows }}"', 'max_concurrent: 3, batch_size: 4'))).toBe(4_000);
    expect(timeOf(over('[1, 2, 3, 4, 5]', 'mode: sequential, timeout_per_item: 500ms'))).toBe(2_500);
    expect(gapsOf(over('"{{ workflow.input.others }}"', 'mode: sequential'))).toEqual(['each items']);
  });

  test('of hooks counts for each item', () => {
    const text = yaml`
      tasks:
        - id: each
          type: collection
          config: { items: [1, 2], mode: sequential }
          on_item_success: { next: note }
        - { id: note, type: wait, config: { timeout: 3s, check_interval: 1s } }
    `;
    expect(timeOf(text)).toBe(6_000);
    const back = 'on_success: { next: each } }';
    expect(gapsOf(text.replace(/ \}\n$/, `, ${back}\n`))).toContain('each recursion');
  });
});

describe('a run has no bound', () => {
  const call = '{ id: poll, type: basic, use: core:http, with: { url: "https://a.example" } }';

  test.each([
    ['a call without a timeout', `tasks: [${call}]`, 'poll timeout'],
    [
      'a timeout that is a template',
      'tasks: [{ id: poll, type: basic, use: core:http, config: { timeout: "{{ input.t }}" } }]',
      'poll template',
    ],
    [
      'attempts that are a template',
      'tasks: [{ id: a, type: basic, use: core:http, config: { timeout: 1s }, retry: { attempts: "{{ input.n }}", backoff: fixed, interval: 1s } }]',
      'a template',
    ],
    [
      'a loop without limits',
      'tasks: [{ id: w, type: wait, config: { timeout: 1s, check_interval: 1s }, on_success: { next: w } }]',
      'w loop',
    ],
    [
      'another workflow',
      'tasks: [{ id: child, type: basic, use: core:workflow, with: { file: b.yaml } }]',
      'child missing',
    ],
  ])('with %s', (_, text, gap) => {
    expect(timeOf(text)).toBeNull();
    expect(gapsOf(text)).toEqual([gap]);
  });

  test('but has one where its loop is limited, or takes no time', () => {
    const loop = 'tasks: [{ id: w, type: wait, config: { timeout: 1s, check_interval: 1s }, on_success: { next: w } }]';
    expect(timeOf(`limits: { per_task: 9 }\n${loop}`)).toBe(10_000);
    expect(timeOf(`limits: { per_scope: 4 }\n${loop}`)).toBe(5_000);
    expect(timeOf('tasks: [{ id: count, type: map, on_success: { next: count } }]')).toBe(0);
  });
});

test('the answers of models cost what their tokens do, of each turn and attempt', () => {
  const text = yaml`
    agents:
      - id: clerk
        use: core:agent
        config: { provider: openai, model: gpt, max_tokens: 1000 }
        actions: [{ id: sort, instructions: Sort, output: { type: object } }]
    tasks:
      - { id: sort, type: basic, use: "agent:clerk", config: { timeout: 1m }, retry: { attempts: 1, backoff: fixed, interval: 1s } }
  `;
  // An answer and two that are sent back, twice.
  expect(bound(text)).toMatchObject({ time: 121_000, answers: (2 * 3 * 1000 * 8) / 1_000_000 });
  // With tools as many as it may ask at all, and without never more than that.
  const tools = text.replace('actions:', 'tools: [{ id: look, use: core:kv }]\n    actions:');
  expect(bound(tools).answers).toBe((2 * 10 * 1000 * 8) / 1_000_000);
  expect(bound(tools.replace('max_tokens', 'max_steps: 4, max_tokens')).answers).toBe((2 * 4 * 1000 * 8) / 1_000_000);
  expect(bound(text.replace('max_tokens', 'max_steps: 1, max_tokens')).answers).toBe((2 * 1000 * 8) / 1_000_000);
  const costGaps = (changed: string) => bound(changed).costGaps;
  expect(costGaps(text.replace(', max_tokens: 1000', ''))).toEqual([{ taskId: 'sort', why: 'max_tokens' }]);
  expect(costGaps(text.replace('model: gpt', 'model: other'))).toEqual([{ taskId: 'sort', why: 'price' }]);
  expect(bound(text.replace('openai', 'mock')).answers).toBe(0);
  const own = text.replace('model: gpt', 'model: other, price: { input: 1, output: 80 }');
  expect(bound(own).answers).toBe((2 * 3 * 1000 * 80) / 1_000_000);
});

/** A task that runs a file. */
function call(file: string, more = ''): string {
  return `tasks: [{ id: call, type: basic, use: core:workflow, with: { file: ${file} }${more} }]`;
}

describe('a run inside', () => {
  const files: Readonly<Record<string, string>> = {
    'flows/nap.yaml': 'tasks: [{ id: nap, type: wait, config: { timeout: 2m, check_interval: 1m } }]',
    'deep.yaml': 'tasks: [{ id: call, type: basic, use: core:workflow, with: { file: ./flows/nap.yaml } }]',
    'round.yaml': 'tasks: [{ id: back, type: basic, use: core:workflow, with: { file: main.yaml } }]',
    'asks.yaml': 'tasks: [{ id: ask, type: basic, use: core:http }, { id: lost, type: basic }]',
    'open.yaml':
      'tasks: [{ id: each, type: collection, config: { items: "{{ workflow.input.x }}" }, tasks: [{ id: nap, type: wait, config: { timeout: 1s, check_interval: 1s } }] }]',
  };
  const find = (file: string) => {
    const text = files[file];
    return text === undefined ? null : readWorkflow(parseSyntax(text));
  };
  const inside = (text: string) => boundRun(readWorkflow(parseSyntax(text)), PRICES, { file: 'main.yaml', find });

  test('takes at most what its own text says, however deep it is, and as often as it is tried', () => {
    expect(inside(call('flows/nap.yaml'))).toMatchObject({ time: 120_000, gaps: [] });
    expect(inside(call('deep.yaml'))).toMatchObject({ time: 120_000, gaps: [] });
    expect(inside(call('deep.yaml', ', config: { timeout: 30s }')).time).toBe(30_000);
    expect(inside(call('deep.yaml', ', retry: { attempts: 1, backoff: fixed, interval: 5s }')).time).toBe(245_000);
  });

  test('without a bound is told by the task and the file that lack one', () => {
    expect(inside(call('open.yaml')).gaps).toEqual([{ taskId: 'each', why: 'items', file: 'open.yaml' }]);
    expect(inside(call('gone.yaml')).gaps).toEqual([{ taskId: 'call', why: 'missing', runs: 'gone.yaml' }]);
    expect(inside(call('"{{ workflow.input.file }}"')).gaps).toEqual([{ taskId: 'call', why: 'unnamed' }]);
  });

  test('that leads back to a file around it ends there', () => {
    const gap = { taskId: 'back', why: 'circle', runs: 'main.yaml', file: 'round.yaml' };
    expect(inside(call('round.yaml')).gaps).toEqual([gap]);
    expect(inside(call('main.yaml')).gaps).toEqual([{ taskId: 'call', why: 'circle', runs: 'main.yaml' }]);
  });

  test('whose file may come from the task before has none', () => {
    const text = yaml`
      tasks:
        - { id: first, type: map, on_success: { next: call, with: { file: "open.yaml" } } }
        - { id: call, type: basic, use: core:workflow, with: { file: deep.yaml } }
    `;
    expect(inside(text).gaps).toEqual([{ taskId: 'call', why: 'unnamed' }]);
  });
});
