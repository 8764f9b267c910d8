import type { EventBatch, EventPacket, EventPort } from './EventBatch.ts';
import type { BatchListener } from './EventBatcher.ts';
import { EventPacker } from './EventPacker.ts';
import { EventUnpacker } from './EventUnpacker.ts';

/** The worker's end: a listener whose promise resolves when the page has handled the batch. */
export function sendEvents(port: EventPort): BatchListener {
  const packer = new EventPacker();
  const waiting: (() => void)[] = [];
  port.addEventListener('message', () => waiting.shift()?.());
  port.start();
  return (batch) => {
    port.postMessage(packer.pack(batch));
    return new Promise<void>((resolve) => waiting.push(resolve));
  };
}

/** The page's end: acknowledges a batch when the listener has returned or thrown. */
export function receiveEvents(port: EventPort, listener: (batch: EventBatch) => void): void {
  const unpacker = new EventUnpacker();
  port.addEventListener('message', ({ data }: MessageEvent<EventPacket>) => {
    try {
      listener(unpacker.unpack(data));
    } finally {
      port.postMessage(null);
    }
  });
  port.start();
}
