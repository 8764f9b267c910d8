import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { numRuns } from '../../testing/numRuns.ts';
import { ApiUnderTest, EventReader } from './testing.ts';

let api: ApiUnderTest;

beforeEach(async () => {
  api = await ApiUnderTest.start({ limits: { heartbeat: 40 } });
  // Beside the API, which would watch it for its end.
  await api.runs.start({ workflow: 'hello', input: {} });
});

afterEach(() => api.close());

const EVENTS = '/api/runs/run-1/events';

function warn(message: string) {
  return { type: 'warning', taskId: null, code: 'X', message, path: null } as const;
}

describe('pages of events', () => {
  test('go on where the page before ended, to the last one of the run', async () => {
    api.runs.emit('run-1', warn('a'), warn('b'));
    const first = await api.get(`${EVENTS}?limit=2`);
    expect(first).toMatchObject({
      status: 200,
      body: { events: [{ position: 1, event: { type: 'run.started' } }, { position: 2 }], next: 2, ended: false },
    });
    api.runs.finish('run-1', null);
    expect(await api.get(`${EVENTS}?after=2`)).toMatchObject({
      body: { events: [{ event: { message: 'b' } }, { event: { type: 'run.finished' } }], next: 4, ended: true },
    });
    expect(await api.get(`${EVENTS}?after=4`)).toMatchObject({ body: { events: [], next: 4, ended: true } });
  });

  test.each(['after=x', 'after=-1', 'limit=0', 'limit=1001'])('are not read by %s', async (query) => {
    expect(await api.get(`${EVENTS}?${query}`)).toMatchObject({ status: 400, code: 'BAD_QUERY' });
  });
});

describe('a stream of events', () => {
  test('has those that were, those that come, and ends with the run after the last one', async () => {
    const reader = await EventReader.open(api, EVENTS);
    expect(reader.headers).toMatchObject({ 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    expect(await reader.next()).toMatchObject({ id: '1', data: { position: 1, event: { type: 'run.started' } } });
    api.runs.emit('run-1', warn('line\r\n\r\nbreaks \u2028'));
    expect(await reader.next()).toMatchObject({ id: '2', data: { event: { message: 'line\r\n\r\nbreaks \u2028' } } });
    api.runs.finish('run-1', { hello: 'you' });
    expect(await reader.next()).toMatchObject({ id: '3', data: { event: { type: 'run.finished' } } });
    expect(await reader.next()).toMatchObject({ event: 'end', data: { id: 'run-1', output: { hello: 'you' } } });
    expect(await reader.next()).toBeNull();
    expect(api.runs.watchersOf('run-1')).toBe(0);
  });

  test('is resumed after the last event that came', async () => {
    api.runs.emit('run-1', warn('a'), warn('b'));
    const reader = await EventReader.open(api, EVENTS, { 'Last-Event-ID': '2' });
    expect(await reader.next()).toMatchObject({ id: '3', data: { event: { message: 'b' } } });
    reader.close();
    api.runs.finish('run-1', null);
    const last = await EventReader.open(api, `${EVENTS}?after=0`, { 'Last-Event-ID': '3' });
    expect(await last.next()).toMatchObject({ id: '4' });
    expect(await last.next()).toMatchObject({ event: 'end' });
    const headers = { Accept: 'text/event-stream', 'Last-Event-ID': '4' };
    expect(await api.get(EVENTS, headers)).toMatchObject({ status: 204, text: '' });
  });

  test.each(['', 'x', '-1', '1.5', '9'.repeat(20)])('is not resumed after %j', async (id) => {
    const headers = { Accept: 'text/event-stream', 'Last-Event-ID': id };
    expect(await api.get(EVENTS, headers)).toMatchObject({ status: 400, code: 'BAD_HEADER' });
  });

  test('of an unknown run is none', async () => {
    const headers = { Accept: 'text/event-stream' };
    expect(await api.get('/api/runs/none/events', headers)).toMatchObject({ status: 404, code: 'UNKNOWN_RUN' });
  });

  test('gives a sign of life while nothing happens', async () => {
    const reader = await EventReader.open(api, EVENTS);
    await reader.next();
    await expect.poll(() => reader.comments).toBeGreaterThan(1);
    reader.close();
    await expect.poll(() => api.runs.watchersOf('run-1')).toBe(0);
  });

  test('ends, to be resumed, when the server ends', async () => {
    const reader = await EventReader.open(api, EVENTS);
    await reader.next();
    await api.close();
    expect(await reader.next()).toBeNull();
    expect(api.runs.watchersOf('run-1')).toBe(0);
  });

  test('that cannot be read on ends, and the defect is told', async () => {
    const reader = await EventReader.open(api, EVENTS);
    await reader.next();
    api.runs.events = () => Promise.reject(new Error('gone'));
    api.runs.emit('run-1', warn('a'));
    expect(await reader.next()).toBeNull();
    expect(api.defects).toHaveLength(1);
  });

  test('reads nothing ahead of a reader that stops, and hangs up on it', async () => {
    const reader = await EventReader.open(api, EVENTS);
    await reader.next();
    reader.pause();
    let pages = 0;
    const events = api.runs.events.bind(api.runs);
    api.runs.events = (...args) => {
      pages += 1;
      return events(...args);
    };
    const long = 'x'.repeat(1_000_000);
    for (let batch = 0; batch < 30; batch++)
      api.runs.emit('run-1', ...Array.from({ length: 200 }, () => warn('')), warn(long));
    await expect.poll(() => api.runs.watchersOf('run-1')).toBe(0);
    expect(pages).toBeLessThan(25);
    reader.close();
  });
});

describe('streams of events are limited', () => {
  test('in all and for each visitor; one that ends makes room', async () => {
    await api.close();
    api = await ApiUnderTest.start({ limits: { streamsEach: 2 } });
    await api.runs.start({ workflow: 'hello', input: {} });
    const readers = [await EventReader.open(api, EVENTS), await EventReader.open(api, EVENTS)];
    const headers = { Accept: 'text/event-stream' };
    const refused = { status: 429, code: 'TOO_MANY_STREAMS', headers: { 'retry-after': '5' } };
    expect(await api.get(EVENTS, headers)).toMatchObject(refused);
    expect(await api.get('/metrics')).toMatchObject({ text: expect.stringContaining('signalbox_event_streams 2\n') });
    readers[0]?.close();
    await expect.poll(() => api.runs.watchersOf('run-1')).toBe(1);
    const third = await EventReader.open(api, EVENTS);
    expect(await third.next()).toMatchObject({ id: '1' });
    for (const reader of [...readers, third]) reader.close();
  });

  test('and hundreds that come and go leave nothing behind', async () => {
    for (let round = 0; round < numRuns(10, 40); round++) {
      const readers = await Promise.all(Array.from({ length: 50 }, () => EventReader.open(api, EVENTS)));
      await Promise.all(readers.map((reader) => reader.next()));
      for (const reader of readers) reader.close();
      // Until the server has seen them go, they count against the limit.
      await expect.poll(() => api.runs.watchersOf('run-1'), { timeout: 60_000 }).toBe(0);
    }
    expect((await api.get('/metrics')).text).toContain('signalbox_event_streams 0\n');
  });
});
