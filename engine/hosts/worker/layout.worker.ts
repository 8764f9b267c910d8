import { type LayoutPlan, loadPlacing, type Places, runLayout } from '../../layout/index.ts';
import type { LayoutRequest } from './LayoutRequest.ts';

/** Computes one layout and answers with the places, or with null where it failed. The page terminates it when it takes too long. */
globalThis.addEventListener('message', ({ data }: MessageEvent<LayoutRequest>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one owner and no origin to name.
  void run(data.input, data.plain).then((places) => globalThis.postMessage(places));
});

async function run(input: LayoutRequest['input'], plain: LayoutPlan['plain']): Promise<Places | null> {
  try {
    await loadPlacing();
    return runLayout(input, plain);
  } catch {
    // Some graphs are more than the memory holds: the page arranges those plainly.
    return null;
  }
}
