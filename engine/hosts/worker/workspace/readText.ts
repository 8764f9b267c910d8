import { readParts, type TextPart } from '../../../syntax/index.ts';
import type { Clock } from '../platform/clock.ts';

/** How long the worker parses before it handles other messages, in ms. */
const SLICE = 40;
/** Length of one delivery, in UTF-16 units: the page handles one within a frame or two. */
const BATCH_LENGTH = 256 * 1024;
/** Nodes in one delivery. */
const BATCH_NODES = 1_000;

/**
 * Parses a text part by part and delivers the parts in order, a few at a time, each delivery after the last one was
 * handled; the next is parsed meanwhile. Yields between slices of time, so that other messages are handled meanwhile. Answers with all parts.
 */
export async function readText(
  text: string,
  clock: Pick<Clock, 'now' | 'yieldToEventLoop'>,
  deliver: (parts: readonly TextPart[]) => unknown,
): Promise<readonly TextPart[]> {
  const parts: TextPart[] = [];
  let batch: TextPart[] = [];
  let [length, nodes] = [0, 0];
  let handled = Promise.resolve<unknown>(undefined);
  let since = clock.now();
  for (const part of readParts(text)) {
    parts.push(part);
    batch.push(part);
    length += part.length;
    nodes += part.fragment.nodeCount;
    if (length >= BATCH_LENGTH || nodes >= BATCH_NODES) {
      await handled;
      handled = Promise.resolve(deliver(batch));
      // Where it fails, that is said when the next one is due.
      handled.catch(() => undefined);
      batch = [];
      [length, nodes] = [0, 0];
    }
    if (clock.now() - since >= SLICE) {
      await clock.yieldToEventLoop();
      since = clock.now();
    }
  }
  await handled;
  if (batch.length > 0) await deliver(batch);
  return parts;
}
