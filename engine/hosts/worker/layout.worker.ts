import { type LayoutPlan, loadPlacing, type Placements, runLayout } from '../../layout/index.ts';
import type { LayoutRequest } from './LayoutRequest.ts';

/** Computes one layout and answers with the placements, or with null where it failed. The page terminates it when it takes too long. */
globalThis.addEventListener('message', ({ data }: MessageEvent<LayoutRequest>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one owner and no origin to name.
  void run(data.input, data.plain).then((placements) => globalThis.postMessage(placements));
});

async function run(input: LayoutRequest['input'], plain: LayoutPlan['plain']): Promise<Placements | null> {
  try {
    await loadPlacing();
    return runLayout(input, plain);
  } catch {
    // The library fails on some graphs: the page arranges those plainly.
    return null;
  }
}
