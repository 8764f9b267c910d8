/** Tests of workflows in a worker of the browser, played as the app plays them: bundled and started by sameVerdicts.spec.ts. */
import { playTests } from '../engine/hosts/worker/proof/playTests.ts';
import type { TestsRequest } from '../engine/hosts/worker/protocol/Tests.ts';
import { loadYaml } from '../engine/syntax/index.ts';
import { createTestHost } from '../engine/testing/hosts/createTestHost.ts';

/** A test file, with its workflow and what that imports by path. */
export interface TestOrder {
  readonly path: string;
  readonly text: string;
  readonly files: readonly (readonly [path: string, text: string])[];
}

addEventListener('message', (event: MessageEvent<readonly TestOrder[]>) => void playAll(event.data).then(postMessage));

/** The verdicts of each file, as JSON. */
async function playAll(orders: readonly TestOrder[]): Promise<readonly string[]> {
  const texts: string[] = [];
  const host = createTestHost();
  await loadYaml();
  for (const { path, text, files } of orders) {
    const verdicts: unknown[] = [];
    const request: TestsRequest = { path, text, files: new Map(files), only: null };
    await playTests(request, host, ({ verdict }) => {
      verdicts.push(verdict);
      return true;
    });
    texts.push(JSON.stringify(verdicts));
  }
  return texts;
}
