import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, test } from 'vitest';
import { yaml } from '../../testing/index.ts';
import { makeRequest, openEngine } from '../../testing/openEngine.ts';
import type { Disk } from './journal/Disk.ts';
import { openDisk } from './journal/openDisk.ts';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

const AGENT = yaml`
  name: Greeter
  agents:
    - id: greeter
      use: core:agent
      config:
        provider: mock
        model: small
        mock: { latency: 20ms, fail_first: 1, responses: [{ text: Hello }] }
      actions:
        - id: greet
          instructions: Greet {{ input.who }}
          output: { type: object, required: [text], properties: { text: { type: string } } }
  tasks:
    - id: greet
      type: basic
      use: agent:greeter
      retry: { attempts: 2, backoff: fixed, interval: 1s }
      on_success: { next: shape }
    - id: shape
      type: map
      config:
        mapping: { said: "{{ tasks.greet.output.text }}" }
`;

/** A disk whose n-th operation fails, and how many there were. */
function failAt(n: number): { readonly disk: Disk; readonly count: () => number } {
  const disk = openDisk();
  let count = 0;
  const guard = async <T>(work: () => Promise<T>): Promise<T> => {
    count += 1;
    if (count === n) throw new DOMException('The disk is full', 'QuotaExceededError');
    return work();
  };
  return {
    count: () => count,
    disk: {
      commit: (changes) => guard(() => disk.commit(changes)),
      claim: (runId) => guard(() => disk.claim(runId)),
      list: (query) => guard(() => disk.list(query)),
      find: (runId) => guard(() => disk.find(runId)),
    },
  };
}

describe('storage that fails at its n-th operation', () => {
  test('refuses the start or is waited for, and the journal replays, for every n', async () => {
    for (let n = 1; ; n += 1) {
      globalThis.indexedDB = new IDBFactory();
      const { disk, count } = failAt(n);
      const page = openEngine({ disk });
      const answer = await page.clock.settle(page.engine.startRun(makeRequest(AGENT)));
      if (!answer.ok) {
        expect(answer.failure).toMatchObject({
          type: 'storage',
          error: { details: { type: 'storage', reason: 'quota' } },
        });
        continue;
      }
      expect(await page.finished(answer.runId)).toMatchObject({ status: 'success' });
      const told = page.troubles.length > 0;
      if (told) expect(page.troubles).toMatchObject([{ details: { reason: 'quota' } }, null]);
      const later = openEngine();
      const record = await later.engine.findRun(answer.runId);
      expect(record?.events).toEqual(page.events.get(answer.runId));
      if (count() < n) return;
    }
  });

  test('tells whoever asks for the history', async () => {
    await expect(openEngine({ disk: failAt(1).disk }).engine.listRuns()).rejects.toThrow(/full/);
  });
});
