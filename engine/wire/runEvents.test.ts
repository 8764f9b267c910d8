import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Json } from '../base/index.ts';
import { EVENT_PAGE, PLACED_EVENT } from './eventPages.ts';
import { describeMisfit, readAs } from './MessageShape.ts';

/** What `signalbox serve` of version 0.2.0 answered of a run with items, a parallel task, a retry, a run inside and a signal. */
const OLD = JSON.parse(readFileSync(path.join(import.meta.dirname, 'fixtures/events-0.2.0.json'), 'utf8'));

const STARTED = { seq: 0, at: 1, type: 'run.started', runId: 'r', input: null, simulate: false };

function problemOf(message: Json): string | null {
  const read = readAs(EVENT_PAGE, message);
  return read.ok ? null : describeMisfit(read.error, 'the answer');
}

function pageOf(...events: readonly Json[]): Json {
  return { events: events.map((event, index) => ({ position: index + 1, event })), next: events.length, ended: false };
}

test('the events that a server of version 0.2.0 sends are read, each as it was sent', () => {
  const read = readAs(EVENT_PAGE, OLD);
  expect(read).toEqual({ ok: true, value: OLD });
  const types = new Set(read.ok ? read.value.events.map(({ event }) => event.type) : []);
  expect(types).toContain('child.reported');
  expect(types.size).toBeGreaterThan(14);
});

test.each([
  [null, 'the answer is not a map'],
  [{}, 'events is missing'],
  [{ events: 7, next: 1, ended: true }, 'events is not a list'],
  [pageOf(STARTED, 7), 'events[1].event.type is not a text'],
  [pageOf({ ...STARTED, type: 'run.begun' }), 'events[0].event.type is “run.begun”, which is not known here'],
  [pageOf({ ...STARTED, at: 'now' }), 'events[0].event.at is not a number'],
  [pageOf({ seq: 0, at: 1, type: 'run.started', input: null, simulate: false }), 'events[0].event.runId is missing'],
  [
    pageOf({ seq: 0, at: 1, type: 'run.finished', status: 'fine', output: null, error: null }),
    'events[0].event.status is not one of success, error, cancelled',
  ],
])('a page that does not fit says where: %j', (message, problem) => {
  expect(problemOf(message)).toBe(problem);
});

test('a field that a newer version writes is no misfit', () => {
  expect(problemOf(pageOf({ ...STARTED, mood: 'good' }))).toBeNull();
});

test('the schema of a message says what its check asks for', () => {
  expect(PLACED_EVENT.schema).toMatchObject({
    type: 'object',
    required: ['position', 'event'],
    properties: { position: { type: 'integer' }, event: { anyOf: expect.any(Array) } },
  });
});
