import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { isJsonObject, type Json, loadPatterns } from '../../../base/index.ts';
import { startInput } from '../../../testing/given/startInput.ts';
import { numRuns } from '../../../testing/numRuns.ts';
import { TurnClock } from '../../../testing/TurnClock.ts';
import { createRunReader } from './RunReader.ts';

beforeAll(async () => {
  await Promise.all([loadPatterns(), import('./exportedRun.ts'), import('./replayExport.ts')]);
}, 120_000);

// On this clock no time passes: only the other limits are reached, however slow the machine is.
const reader = createRunReader(new TurnClock());

/** The outcome of reading a text, in one line. */
async function outcomeOf(text: string): Promise<string> {
  const opened = await open(text);
  return opened.ok ? `shown, ${opened.value.events.length} events` : opened.error;
}

/** Reads a text as it is imported and then opened. */
async function open(text: string) {
  const read = await reader.read(text, 'run-imported');
  if (!read.ok) return read;
  const replayed = await reader.replay(read.value);
  if (!replayed.ok) throw new Error('It was taken in and cannot be shown.');
  return { ok: true, value: { ...replayed.value, run: read.value } } as const;
}

const AT = 1_767_225_600_000;
const START = startInput({ at: AT });
const GO = { type: 'run.continued', at: AT };
const SOURCE = 'tasks:\n  - {id: a, type: basic, with: {n: 1}}\n';
const LOOP = `limits: {per_task: 1000000, per_scope: 1000000}
tasks: [{id: a, type: basic, with: {it: "{{ input.it ?? workflow.input }}"}, on_success: {next: a, with: {it: "{{ output.it }}"}}}]
`;

function makeExport(
  given: { source?: string; inputs?: readonly object[]; summary?: object; rest?: object } = {},
): string {
  return JSON.stringify({
    format: 'signalbox-run/1',
    summary: { path: 'a.yaml', name: null, status: 'success', startedAt: AT, endedAt: AT, ...given.summary },
    details: { source: given.source ?? SOURCE, files: [], input: {}, engine: '0.1.0' },
    proofs: [],
    inputs: given.inputs ?? [START],
    ...given.rest,
  });
}

const many = (count: number): readonly object[] => Array.from({ length: count }, () => GO);
const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

const started = (change: object): readonly object[] => [{ ...START, ...change }];

describe('an exported run is refused with the error and its position', () => {
  test.each<readonly [what: string, text: () => string, words: RegExp]>([
    [
      'a start without a time',
      () => makeExport({ inputs: started({ at: undefined }) }),
      /input 1 \(run\.started\), at is missing/,
    ],
    [
      'a time that is not a number',
      () => makeExport({ inputs: [START, { ...GO, at: '7' }] }),
      /input 2 \(run\.continued\), at is not a time/,
    ],
    [
      'an infinite time',
      () => makeExport({ inputs: [START, GO] }).replace(/(.*)"at":\d+/s, '$1"at":1e999'),
      /a number that is too large/,
    ],
    [
      'a time beyond the range of dates',
      () => makeExport({ inputs: [START, { ...GO, at: 1e300 }] }),
      /input 2 \(run\.continued\), at is not a time/,
    ],
    [
      'a row whose start is not a time',
      () => makeExport({ summary: { startedAt: '@' } }),
      /in “summary”, startedAt is not a time/,
    ],
    [
      'an unknown type of input',
      () => makeExport({ inputs: [START, { type: 'x', at: AT }] }),
      /input 2 \(x\), type is “x”, which is not known here/,
    ],
    ['two starts', () => makeExport({ inputs: [START, START] }), /input 2 \(run\.started\), only the first one/],
    [
      'no start',
      () => makeExport({ inputs: [GO] }),
      /input 1 \(run\.continued\), the first one must be “run\.started”/,
    ],
    [
      'an invalid outcome',
      () => makeExport({ inputs: [START, { type: 'effect.completed', at: AT, key: 'k', outcome: 7 }] }),
      /outcome is not a map/,
    ],
    [
      'an error whose message is a map',
      () =>
        makeExport({
          inputs: [
            START,
            {
              type: 'effect.completed',
              at: AT,
              key: 'k',
              outcome: { ok: false, error: { code: 'X', message: {}, details: null }, retryAfter: null },
            },
          ],
        }),
      /outcome\.error\.message is not a text/,
    ],
    [
      'invalid results of earlier runs',
      () => makeExport({ inputs: started({ plan: { reuse: [{ taskId: 'a' }] } }) }),
      /plan\.reuse\[0\]\.status is missing/,
    ],
    [
      'an invalid pin',
      () => makeExport({ inputs: started({ plan: { pins: { a: { kind: 'x' } } } }) }),
      /plan\.pins\.a\.kind is not one of/,
    ],
    [
      'a source that is not a text',
      () => makeExport({ rest: { details: { source: 1 } } }),
      /in “details”, source is not a text/,
    ],
    ['a newer format', () => makeExport({ rest: { format: 'signalbox-run/2' } }), /newer version/],
    ['another file', () => '{"tasks": []}', /not an exported run/],
    [
      'deep values',
      () => makeExport({ inputs: started({ input: '@' }) }).replace('"@"', nested(100_000)),
      /600 levels deep/,
    ],
    [
      'too many values',
      () => makeExport({ inputs: started({ input: '@' }) }).replace('"@"', `[${'[],'.repeat(4_500_000)}[]]`),
      /2,000,000 values/,
    ],
    ['too many characters', () => makeExport({ source: 'x'.repeat(33 * 2 ** 20) }), /larger than 32 MiB/],
    ['too many inputs', () => makeExport({ inputs: [START, ...many(200_000)] }), /200,001 inputs/],
    [
      'a loop without an end',
      () => makeExport({ source: LOOP, inputs: [START, ...many(20_000)] }),
      /more than 200,000 events, by input \d+ of 20,001/,
    ],
    [
      'a long text in each event',
      () => makeExport({ source: LOOP, inputs: [{ ...START, input: 'x'.repeat(3_000_000) }, ...many(9)] }),
      /events hold more than 128 MiB, by input 1 of 10/,
    ],
    [
      'a collection of millions',
      () =>
        makeExport({
          source:
            'tasks: [{id: a, type: collection, config: {items: "{{ workflow.input }}"}, tasks: [{id: b, type: basic}]}]',
          inputs: [{ ...START, input: Array.from({ length: 500_000 }, () => 0) }, ...many(10_000)],
        }),
      /more than 200,000 events|hold more than/,
    ],
  ])('%s', { timeout: 120_000 }, async (_, text, words) => {
    expect(await outcomeOf(text())).toMatch(words);
  });
});

test('a replay of slow steps is stopped after its time limit', async () => {
  // Each look at this clock is 1 s after the one before: every input takes so long.
  let seconds = 0;
  const now = (): number => {
    seconds += 1;
    return 1_000 * seconds;
  };
  const slow = createRunReader({ now, yieldToEventLoop: () => Promise.resolve() });
  const read = await slow.read(makeExport({ source: LOOP, inputs: [START, ...many(20)] }), 'run-imported');
  expect(read.ok ? 'shown' : read.error).toMatch(/replaying its journal took longer than 10 s, by input \d of 21\./);
});

test.each([
  ['doubles', '{it: "{{ [output.it, output.it] }}"}'],
  ['grows deeper', '{it: ["{{ output.it }}"]}'],
])('a value that %s in every step of a loop ends in an error of the run', async (_, grown) => {
  const source = LOOP.replace('{it: "{{ output.it }}"}', grown);
  const opened = await open(makeExport({ source, inputs: [START, ...many(200)] }));
  expect(opened).toMatchObject({ ok: true, value: { run: { summary: { status: 'error' } } } });
});

test('the row is derived from the events', async () => {
  const text = makeExport({ summary: { status: 'error', startedAt: 5, endedAt: 4, name: 'x'.repeat(5000) } });
  const opened = await open(text);
  expect(opened).toMatchObject({
    ok: true,
    value: { run: { summary: { status: 'success', startedAt: AT, endedAt: AT } } },
  });
  expect(opened.ok && opened.value.run.summary.name?.length).toBe(1000);
});

test('times that are far apart are accepted', async () => {
  const inputs = [START, { type: 'run.cancelled', at: 4e15 }];
  const source = 'tasks: [{id: a, type: wait, config: {signal: s, timeout: 1h, check_interval: 1m}}]';
  expect(await open(makeExport({ source, inputs }))).toMatchObject({
    ok: true,
    value: { run: { summary: { endedAt: 4e15 } } },
  });
});

const FOLDER = fileURLToPath(new URL('../../journals/', import.meta.url));
const FIXTURES = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.json'))
  .map((name) => readFileSync(FOLDER + name, 'utf8'));

test.each(FIXTURES.map((text, at) => [at, text] as const))(
  'journal %i of an earlier version opens unchanged',
  async (_, text) => {
    expect(await open(text)).toMatchObject({
      ok: true,
      value: { problem: null, run: { summary: { status: JSON.parse(text).summary.status } } },
    });
  },
);

/** A seeded generator of numbers. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const STRANGE: readonly Json[] = [
  null,
  true,
  0,
  -1,
  1e308,
  4e15,
  8.64e15,
  9e15,
  0.5,
  '',
  'x',
  'x'.repeat(20_000),
  '__proto__',
  '\u0000',
  '\ud800',
  '2026',
  [],
  {},
  [[]],
  [null],
  { a: 1 },
  { at: 0 },
  { type: 'run.cancelled' },
  { ok: true },
  Array.from({ length: 2000 }, () => 1),
];

/** Replaces a random part of a document with a strange value, or adds one beside or inside it. */
function mutate(document: Json, random: (below: number) => number): Json {
  const strange = (): Json => STRANGE[random(STRANGE.length)] ?? null;
  const visit = (value: Json, depth: number): Json => {
    if (depth === 0 || typeof value !== 'object' || value === null) return random(4) === 0 ? value : strange();
    if (!isJsonObject(value)) {
      const list = [...value];
      const at = random(list.length + 1);
      const kind = random(6);
      if (kind === 0) list.splice(at, 1);
      else if (kind === 1) list.splice(at, 0, strange());
      else if (kind === 2) list.splice(at, 0, ...list.slice(at, at + 3));
      else if (at < list.length) list[at] = visit(list[at] ?? null, depth - 1);
      return list;
    }
    const entries = Object.entries(value);
    const at = random(entries.length + 1);
    const entry = entries[at];
    if (entry === undefined) entries.push([['__proto__', 'type', 'at', 'plan', 'x'][random(5)] ?? 'x', strange()]);
    else if (random(8) === 0) entries.splice(at, 1);
    else entries[at] = [entry[0], visit(entry[1], depth - 1)];
    return Object.fromEntries(entries);
  };
  return visit(document, 1 + random(9));
}

const isTime = (value: Json | undefined): boolean =>
  value == null || (typeof value === 'number' && Math.abs(value) <= 8.64e15);
const isText = (value: Json | undefined): boolean => value == null || typeof value === 'string';

/** Whether the page can show an event: its times are dates, its messages are texts. */
function isShowable(event: Json): boolean {
  if (!isJsonObject(event)) return false;
  const error = event['error'];
  const isError =
    error == null || (isJsonObject(error) && typeof error['message'] === 'string' && typeof error['code'] === 'string');
  const texts = ['type', 'taskId', 'message', 'code', 'reason', 'name', 'key', 'via', 'target', 'handler', 'status'];
  return isTime(event['at']) && isTime(event['until']) && isError && texts.every((key) => isText(event[key]));
}

test('files with random changes are shown, or refused with a sentence', {
  timeout: 600_000,
}, async () => {
  const random = createRandom(7);
  const count = numRuns(120, 500);
  const refusals = new Set<string>();
  let shown = 0;
  for (let at = 0; at < count; at += 1) {
    const text = FIXTURES[at % FIXTURES.length] ?? '';
    let document: Json = JSON.parse(text);
    for (let changes = 1 + random(3); changes > 0; changes -= 1) document = mutate(document, random);
    const opened = await open(JSON.stringify(document) ?? 'null');
    if (!opened.ok) {
      expect(opened.error, `file ${at}`).toMatch(
        /^(?=.{40,500}$).*\b[Tt]his (?:exported run|is not an exported run).*\.$/s,
      );
      refusals.add(opened.error.replace(/\d[\d,]*/g, '0'));
      continue;
    }
    shown += 1;
    const wrong = opened.value.events.find((event) => !isShowable(event as unknown as Json));
    expect(wrong, `file ${at}`).toBeUndefined();
  }
  expect(shown).toBeGreaterThan(count / 50);
  expect(refusals.size).toBeGreaterThan(15);
});
