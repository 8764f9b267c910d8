import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../base/index.ts';
import { type LoopbackServer, serveLoopback } from '../../testing/serving/serveLoopback.ts';
import { JOURNAL_RECORD } from '../../wire/index.ts';
import { UnreadableError } from '../errors.ts';
import { CALLS, MAILBOX, RUN, readMessage } from './handlers.ts';
import { Ingress } from './Ingress.ts';
import { END, ROW, STORED, WAITS } from './messages.ts';
import { StoredRuns } from './StoredRuns.ts';
import { answer } from './worker/context.ts';

/** As version 0.2.0 writes it: of a run that has not ended it has no figures. */
const OLD_ROW: JsonObject = {
  workflow: 'orders',
  status: 'waiting',
  queuedAt: 1,
  startedAt: 2,
  endedAt: null,
  trigger: null,
  parent: { runId: 'run-0', key: 'run-0/a/1/1/0', root: 'run-0', files: ['orders.yaml'] },
  paused: null,
  inputs: 2,
  events: 9,
  chunks: 1,
  checkpoint: { chunks: 1, size: 900 },
  held: [],
  asked: [],
};

const START = { type: 'run.started', at: 1, runId: 'r1', input: null, env: {}, engine: '0.3.0', file: 'a.yaml' };
const HEAD = { path: 'a.yaml', source: 'tasks: []', files: [['b.yaml', 'x: 1']], salt: 's', start: START };
const BEGINNING: JsonObject = { head: HEAD, workflow: 'a', trigger: null, queuedAt: 1 };

describe('a message that does not fit', () => {
  test.each<[string, () => unknown, string]>([
    ['no row', () => readMessage(ROW, null, 'The row'), 'it is not a map'],
    [
      'a status of a newer version',
      () => readMessage(ROW, { ...OLD_ROW, status: 'frozen' }, 'The row'),
      'status is not one of',
    ],
    ['a parent', () => readMessage(ROW, { ...OLD_ROW, parent: { runId: 7 } }, 'The row'), 'parent.runId is not a text'],
    [
      'a block',
      () => readMessage(ROW, { ...OLD_ROW, blocked: { what: 'rain' } }, 'The row'),
      'blocked.what is not one of',
    ],
    ['an end', () => readMessage(END, { output: 1, error: 'no' }, 'The end'), 'error is not a map'],
    [
      'a chunk',
      () => readMessage(JOURNAL_RECORD, { inputs: [{ at: 1 }], proof: {} }, 'It'),
      'inputs[0].type is missing',
    ],
    ['a wait', () => readMessage(WAITS, [{ task: 'a' }], 'The waits'), '[0].signal is missing'],
    [
      'mail of a newer version',
      () => readMessage(MAILBOX.push.takes, { type: 'note' }, 'The mail'),
      'type is “note”, which',
    ],
    [
      'a call',
      () => readMessage(MAILBOX.push.takes, { type: 'call', at: 1, outcome: {} }, 'The mail'),
      'key is missing',
    ],
    [
      'an outcome',
      () => readMessage(MAILBOX.push.takes, { type: 'call', key: 'k', at: 1, outcome: {} }, 'It'),
      'isCutOff is missing',
    ],
    [
      'a head',
      () => readMessage(RUN.begin.takes, { ...BEGINNING, head: { ...HEAD, files: [['a']] } }, 'It'),
      'head.files[0] is not a path and a text',
    ],
    [
      'a start',
      () => readMessage(RUN.begin.takes, { ...BEGINNING, head: { ...HEAD, start: {} } }, 'It'),
      'head.start.type is missing',
    ],
    [
      'a call to make',
      () => readMessage(CALLS.perform.takes, { runId: 'r', call: { type: 'sing' } }, 'It'),
      'call.type is not one of',
    ],
  ])('says where: %s', (_, read, place) => {
    expect(read).toThrow(place);
    expect(read).toThrow(/^\S.* cannot be read: .*\. Was it written by another version of Signalbox\?$/);
  });

  test('is not acted on', async () => {
    const done: unknown[] = [];
    const begin = answer(RUN.begin, async (_: null, { workflow }) => {
      done.push(workflow);
      return { isNew: false, row: readMessage(ROW, OLD_ROW, 'It'), drive: null };
    });
    await begin(null, readMessage(RUN.begin.takes, BEGINNING, 'It'));
    const sent = { workflow: 'b' } as unknown as Parameters<typeof begin>[1];
    await expect(begin(null, sent)).rejects.toThrow(
      'The message to SignalboxRun/begin cannot be read: head is missing.',
    );
    expect(done).toEqual(['a']);
  });
});

test('what version 0.2.0 has stored is read as it is, and so is what a newer version adds', () => {
  expect(readMessage(ROW, OLD_ROW, 'The row')).toEqual(OLD_ROW);
  const newer = { ...OLD_ROW, mood: 'good', blocked: { what: 'secret', name: 'KEY' }, usage: null };
  expect(readMessage(STORED, { row: newer, end: null }, 'The run')).toEqual({ row: newer, end: null });
});

function toFound(runId: string, row: Json): Json {
  return { service_key: runId, value_utf8: JSON.stringify(row) };
}

describe('what a cluster answers', () => {
  const answers = new Map<string, Json>();
  let server: LoopbackServer;
  let ingress: Ingress;

  beforeEach(async () => {
    answers.clear();
    server = await serveLoopback((request, response) => {
      response.end(JSON.stringify(answers.get(request.url ?? '') ?? null));
    });
    const address = server.url.replace(/\/$/, '');
    ingress = new Ingress({ ingress: address, admin: address });
  });
  afterEach(() => server.close());

  test('is an error with its place where it does not fit', async () => {
    answers.set('/SignalboxRun/r1/read', { row: { ...OLD_ROW, events: 'many' }, end: null });
    const problem = 'The answer of SignalboxRun/r1/read cannot be read: row.events is not a whole number.';
    await expect(new StoredRuns(ingress).read('r1')).rejects.toThrow(problem);
    await expect(new StoredRuns(ingress).read('r1')).rejects.toBeInstanceOf(UnreadableError);
    answers.set('/query', { rows: 7 });
    await expect(new StoredRuns(ingress).rows()).rejects.toThrow('rows is not a list');
  });

  test('of a run that cannot be read does not hide the others, and is told once', async () => {
    const told: string[] = [];
    const stored = new StoredRuns(ingress, (message) => told.push(message));
    answers.set('/query', { rows: [toFound('r1', OLD_ROW), toFound('r2', { ...OLD_ROW, status: 'frozen' })] });
    expect([...(await stored.rows()).keys()]).toEqual(['r1']);
    expect([...(await stored.rows()).keys()]).toEqual(['r1']);
    const ofRow = expect.stringMatching(/^The stored row of r2 cannot be read: status is not one of/);
    expect(told).toEqual([ofRow]);
    const rows = answers.get('/query') ?? null;
    for (let round = 0; round < 2; round += 1) {
      answers.set('/query', { rows: [toFound('r2', 'none')] });
      expect([...(await stored.waits()).keys()]).toEqual([]);
      answers.set('/query', rows);
      await stored.rows();
    }
    expect(told).toEqual([ofRow, expect.stringMatching(/^The stored waits of r2 cannot be read/)]);
  });
});
