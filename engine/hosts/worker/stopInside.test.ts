import 'fake-indexeddb/auto';
import { beforeAll, expect, test } from 'vitest';
import { loadPatterns } from '../../base/index.ts';
import { checkEnded, readFamily } from '../../testing/family/checkFamily.ts';
import { WorkerFamilyHost } from '../../testing/family/WorkerFamilyHost.ts';
import { yaml } from '../../testing/index.ts';

// Loaded on first use, which would be counted in turns of the clock.
beforeAll(async () => {
  await Promise.all([import('./children/openChildren.ts'), import('./run/open/checkpoints.ts'), loadPatterns()]);
});

const calls = (file: string): string =>
  yaml`tasks: [{ id: call, type: basic, use: core:workflow, with: { file: ${file} } }]`;

/** Three deep; the innermost run waits for an answer that never comes. */
const files = {
  'root.yaml': calls('mid.yaml'),
  'mid.yaml': calls('deep.yaml'),
  'deep.yaml': yaml`tasks: [{ id: hang, type: basic, use: core:http, with: { url: /, method: POST } }]`,
};

test('Stop that the run around has stored ends the runs inside, at whichever commit the tab crashes after it', async () => {
  let between = 0;
  for (let later = 1; ; later += 1)
    for (const isStored of [false, true]) {
      const host = new WorkerFamilyHost({ files, seed: 1 }, () => null);
      const isCalled = (): boolean => [...host.performs.keys()].some((key) => key.includes('/hang/'));
      const isEnded = await host.live({ cancelWhen: isCalled, crashLater: { commits: later, isStored } });
      const stored = await readFamily(host);
      const [root, ...below] = [...stored.values()];
      if (root?.view.status === 'cancelled') {
        if (!isEnded && below.some(({ view }) => view.status === 'running')) between += 1;
        const made = [...host.performs];
        await host.live();
        const runs = await readFamily(host);
        checkEnded(runs, host);
        expect([...runs.values()].map(({ view }) => view.status)).toEqual(['cancelled', 'cancelled', 'cancelled']);
        expect([...host.performs]).toEqual(made);
      }
      if (isEnded) {
        expect(between).toBeGreaterThan(1);
        return;
      }
    }
});
