import { expect, test } from 'vitest';
import type { Json } from '../../../base/index.ts';
import type { RunEvent } from '../../../run/index.ts';
import { runScript, yaml } from '../../../testing/index.ts';
import type { EventBatch } from './EventBatch.ts';
import { EventPacker, EventUnpacker, REMEMBERED } from './EventPacker.ts';

const LONG = 'x'.repeat(9_000);

function succeeded(seq: number, output: Json): Extract<RunEvent, { readonly type: 'task.succeeded' }> {
  return {
    seq,
    at: 1,
    type: 'task.succeeded',
    taskId: 'a',
    activation: seq + 1,
    output,
    duration: 0,
    retryCount: 0,
    simulated: false,
  };
}

function openPacking() {
  const packer = new EventPacker();
  const unpacker = new EventUnpacker();
  let sent = 0;
  const post = (batch: EventBatch): EventBatch => {
    const packet = packer.pack(batch);
    sent = packet.text?.length ?? 0;
    return unpacker.unpack(structuredClone(packet));
  };
  return {
    post,
    postEvents: (...events: RunEvent[]) => post({ runId: 'r', events }).events,
    /** Length of the last text. */
    sent: () => sent,
  };
}

test('the events of a run arrive as they were, with their fields in order, however they are cut into batches', () => {
  const { events } = runScript(yaml`
    tasks:
      - id: each
        type: collection
        config: { items: "{{ range(0, 20) }}" }
        on_item_success: {}
        tasks: [{ id: item, type: basic, with: { n: "{{ item * 2 }}", text: "ü \u2028 {{ item }}" } }]
        on_success: { next: [left, right] }
      - { id: left, type: basic, on_success: { next: join } }
      - { id: right, type: basic, use: core:raise, with: { code: EXECUTION_ERROR, message: no }, on_error: { next: join } }
      - { id: join, type: basic, join: all }
  `);
  expect(events.length).toBeGreaterThan(60);
  for (const size of [1, 7, 500]) {
    const { post } = openPacking();
    const arrived: RunEvent[] = [];
    for (let from = 0; from < events.length; from += size)
      arrived.push(...post({ runId: 'r', events: events.slice(from, from + size) }).events);
    expect(JSON.stringify(arrived)).toBe(JSON.stringify(events));
  }
});

test('events of one type with and without an optional field keep what they have', () => {
  const { postEvents } = openPacking();
  const events = [succeeded(0, 1), { ...succeeded(1, 2), pinned: 'mocked' as const }, succeeded(2, null)];
  const arrived = postEvents(...events);
  expect(arrived).toEqual(events);
  expect(arrived.map((event) => 'pinned' in event)).toEqual([false, true, false]);
  expect(postEvents(...events.toReversed())).toEqual(events.toReversed());
  expect(postEvents(...events.slice(1))).toEqual(events.slice(1));
});

test('the other fields of a batch are sent too, and a batch without events stays empty', () => {
  const { post } = openPacking();
  expect(post({ runId: 'r', events: [], trouble: null })).toEqual({ runId: 'r', events: [], trouble: null });
  expect(post({ runId: 'r', events: [], isElsewhere: false })).toEqual({ runId: 'r', events: [], isElsewhere: false });
});

test.each([
  ['a text', LONG],
  ['a list', Array.from({ length: 3_000 }, (_, n) => n)],
  ['an object', { rows: Array.from({ length: 900 }, (_, n) => ({ n })) }],
])('%s of more than 8 KiB is sent once, in one batch and in later ones', (_, value: Json) => {
  const { postEvents, sent } = openPacking();
  const events = [succeeded(0, value), succeeded(1, 'small'), succeeded(2, value)];
  const [first, , third] = postEvents(...events);
  expect([first, third]).toEqual([events[0], events[2]]);
  const once = sent();
  expect(once).toBeLessThan(JSON.stringify(value).length + 1_000);
  expect(postEvents(succeeded(3, value))).toEqual([succeeded(3, value)]);
  expect(sent()).toBeLessThan(300);
});

test('small values beside a large value are not replaced', () => {
  const { postEvents } = openPacking();
  const events = [succeeded(0, LONG), succeeded(1, null), succeeded(2, null)];
  expect(postEvents(...events)).toEqual(events);
});

test('a large value inside another one is sent once', () => {
  const { postEvents, sent } = openPacking();
  const body = { text: LONG };
  postEvents(succeeded(0, body));
  const wrapped = succeeded(1, { status: 200, parts: [1, body, { deep: body, __proto__: null }], text: LONG });
  expect(postEvents(wrapped)).toEqual([wrapped]);
  expect(sent()).toBeLessThan(1_000);
});

test('values evicted from the cache are sent again, and all arrive', () => {
  const { postEvents } = openPacking();
  const values = Array.from({ length: REMEMBERED + 50 }, (_, n) => [n, LONG]);
  const events = values.map((value, seq) => succeeded(seq, value));
  expect(postEvents(...events)).toEqual(events);
  const again = values.map((value, seq) => succeeded(1_000 + seq, value)).reverse();
  for (let from = 0; from < again.length; from += 40)
    expect(postEvents(...again.slice(from, from + 40))).toEqual(again.slice(from, from + 40));
});

test('runs are kept apart, and a run that has ended is evicted on both sides', () => {
  const { post, sent } = openPacking();
  const end: RunEvent = { seq: 1, at: 1, type: 'run.finished', status: 'success', output: LONG, error: null };
  const other = { runId: 's', events: [succeeded(0, `${LONG}s`)] };
  post(other);
  const batch = { runId: 'r', events: [succeeded(0, LONG), end] };
  expect(post(batch)).toEqual(batch);
  expect(post(batch)).toEqual(batch);
  expect(sent()).toBeGreaterThan(LONG.length);
  expect(post(other)).toEqual(other);
  expect(sent()).toBeLessThan(300);
});
