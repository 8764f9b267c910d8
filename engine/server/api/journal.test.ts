import { request } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiUnderTest } from './testing.ts';

let api: ApiUnderTest;

beforeEach(async () => {
  api = await ApiUnderTest.start();
  await api.runs.start({ workflow: 'hello', input: {} });
});

afterEach(() => api.close());

test('a journal may be left in the middle, which is no defect', async () => {
  let letEnd: (() => void) | null = null;
  let isOver = false;
  api.runs.journal = async () =>
    (async function* () {
      yield 'the first line\n';
      await new Promise<void>((resolve) => (letEnd = resolve));
      isOver = true;
    })();
  const left = new Promise((resolve) => {
    const asking = request(`${api.address}/api/runs/run-1/journal`, (answer) => {
      answer.once('data', () => {
        answer.once('close', resolve);
        asking.destroy();
      });
    });
    asking.on('error', () => undefined);
    asking.end();
  });
  await left;
  await expect.poll(() => letEnd).not.toBeNull();
  // The server hears of it before it answers what is asked now.
  await api.get('/health');
  Reflect.apply(letEnd ?? (() => undefined), null, []);
  await expect.poll(() => isOver).toBe(true);
  await api.get('/health');
  expect(api.defects).toEqual([]);
});
