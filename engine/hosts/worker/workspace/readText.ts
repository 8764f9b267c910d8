import { readParts, type TextPart } from '../../../syntax/index.ts';
import type { Clock } from '../platform/clock.ts';

/** How long the worker parses before it handles other messages, in ms. */
const SLICE = 40;
/** Length of one delivery, in UTF-16 units: the page handles one within a frame or two. */
const BATCH_LENGTH = 256 * 1024;
/** Nodes in one delivery. */
const BATCH_NODES = 1_000;
/** Most deliveries that are under way at once: one by one, most of the time would go into waiting for the page between them. */
const MOST_UNDER_WAY = 8;

/**
 * Parses a text part by part and delivers the parts in order, a few at a time, each a task of its own for who handles it, and not many more than
 * were handled; the next ones are parsed meanwhile. Yields between slices of time, so that other messages are handled meanwhile. Answers with all parts.
 */
export async function readText(
  text: string,
  clock: Pick<Clock, 'now' | 'yieldToEventLoop'>,
  deliver: (parts: readonly TextPart[]) => unknown,
): Promise<readonly TextPart[]> {
  const parts: TextPart[] = [];
  const underWay: Promise<unknown>[] = [];
  let batch: TextPart[] = [];
  let [length, nodes] = [0, 0];
  let since = clock.now();
  const send = (): void => {
    const handled = Promise.resolve(deliver(batch));
    // Where it fails, that is said when it is waited for.
    handled.catch(() => undefined);
    underWay.push(handled);
    batch = [];
    [length, nodes] = [0, 0];
  };
  for (const part of readParts(text)) {
    parts.push(part);
    batch.push(part);
    length += part.length;
    nodes += part.fragment.nodeCount;
    if (length >= BATCH_LENGTH || nodes >= BATCH_NODES) {
      if (underWay.length >= MOST_UNDER_WAY) await underWay.shift();
      send();
    }
    if (clock.now() - since >= SLICE) {
      await clock.yieldToEventLoop();
      since = clock.now();
    }
  }
  if (batch.length > 0) send();
  await Promise.all(underWay);
  return parts;
}
