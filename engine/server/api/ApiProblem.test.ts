import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ApiUnderTest } from './testing.ts';

let api: ApiUnderTest;

beforeEach(async () => {
  api = await ApiUnderTest.start();
});

afterEach(() => api.close());

describe('what is refused is a problem of RFC 9457', () => {
  test.each(['/', '/api', '/api/none', '/api/runs/', '/API/runs', '/favicon.ico', '/api/workflows/orders/new/runs'])(
    'at %s, where nothing is',
    async (path) => {
      expect(await api.get(path)).toMatchObject({
        status: 404,
        headers: { 'content-type': 'application/problem+json' },
        body: { type: 'urn:signalbox:problem:not-found', title: 'Not found', status: 404, code: 'NOT_FOUND' },
      });
    },
  );

  test.each([
    ['PATCH', '/api/runs/run-1', 'GET, HEAD, DELETE'],
    ['PUT', '/api/workflows', 'GET, HEAD'],
    ['GET', '/api/workflows/hello/runs', 'POST'],
    ['POST', '/api/runs', 'GET, HEAD'],
    ['PATCH', '/health', 'GET, HEAD'],
  ])('for %s of %s', async (method, path, allow) => {
    expect(await api.ask(method, path)).toMatchObject({ status: 405, code: 'METHOD_REFUSED', headers: { allow } });
  });

  test('OPTIONS says what applies, and HEAD answers without a body', async () => {
    expect(await api.ask('OPTIONS', '/api/runs')).toMatchObject({ status: 204, headers: { allow: 'GET, HEAD' } });
    expect(await api.ask('HEAD', '/api/runs')).toMatchObject({ status: 200, text: '' });
    await api.post('/api/workflows/hello/runs');
    const id = 'run-1';
    const headers = { Accept: 'text/event-stream' };
    expect(await api.ask('HEAD', `/api/runs/${id}/events`, { headers })).toMatchObject({ status: 200, text: '' });
    expect(api.runs.watchersOf(id)).toBe(1);
  });

  test.each(['{', '{"input": 1,}', '[1'])('for the body %j, which is no JSON', async (body) => {
    expect(await api.post('/api/workflows/hello/runs', body)).toMatchObject({ status: 400, code: 'BAD_JSON' });
  });

  test('for an integer that no number holds, naming its place', async () => {
    const answer = await api.post('/api/workflows/hello/runs', '{"input": {"ids": [1, 9007199254740993]}}');
    expect(answer).toMatchObject({ status: 400, code: 'BAD_JSON' });
    expect(JSON.stringify(answer.body)).toContain('input.ids[1] has 9007199254740993');
  });

  test('for a body of another type, or compressed', async () => {
    const path = '/api/workflows/hello/runs';
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', ''])
      expect(await api.post(path, '{}', { 'Content-Type': type })).toMatchObject({
        status: 415,
        code: 'MEDIA_TYPE_REFUSED',
      });
    expect(await api.post(path, '{}', { 'Content-Encoding': 'gzip' })).toMatchObject({ status: 415 });
    expect(await api.post(path, '{}', { 'Content-Type': 'Application/JSON; charset=utf-8' })).toMatchObject({
      status: 202,
    });
  });

  test.each([
    ['[]', ''],
    ['{"inputs": {}}', '/inputs'],
    ['"x"', ''],
  ])('for the body %s, which is no start', async (body, path) => {
    expect(await api.post('/api/workflows/hello/runs', body)).toMatchObject({
      status: 422,
      code: 'INVALID_BODY',
      body: { errors: [{ path }] },
    });
  });

  test('for what must not happen, of which it tells nothing', async () => {
    api.runs.defect = new Error('/home/someone/secret');
    for (const answer of [await api.get('/api/runs/x'), await api.post('/api/workflows/hello/runs')]) {
      expect(answer).toMatchObject({ status: 500, code: 'FAILED' });
      expect(answer.text).not.toContain('someone');
    }
    expect(api.defects).toEqual([api.runs.defect, api.runs.defect]);
  });
});
