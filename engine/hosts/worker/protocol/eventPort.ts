import type { Result } from '../../../base/index.ts';
import type { MemoryAnswers, MemoryQuestion } from '../../../effects/index.ts';
import type { RunError } from '../../../run/index.ts';
import type { Variable } from '../../RunRequest.ts';
import type { BatchListener, EventBatch, EventPacket, EventPort } from './EventBatch.ts';
import { EventPacker, EventUnpacker } from './EventPacker.ts';
import type { HistoryAnswers, HistoryQuestion } from './HistoryQuestion.ts';
import type { ProposalAnswers, ProposalQuestion } from './Proposals.ts';
import type { EngineWorker } from './protocol.ts';

/** The engine as the worker exposes it: event batches have a separate port. */
export interface PortEngine extends Omit<EngineWorker, 'subscribe' | 'askMemory' | 'askHistory' | 'askProposal'> {
  /** Sets the one subscriber: packets are sent to this port, and the page acknowledges each there. */
  subscribe(port: EventPort): Promise<void>;
  /** Name of a lock that the worker holds until it ends; null where the browser has no locks. */
  lifeLock(): Promise<string | null>;
  /** As those of the page, but typed for any question: a proxy loses type parameters of methods. */
  askHistory(question: HistoryQuestion): Promise<HistoryAnswers[keyof HistoryAnswers]>;
  askProposal(question: ProposalQuestion): Promise<ProposalAnswers[keyof ProposalAnswers]>;
  askMemory(
    question: MemoryQuestion,
    variables: readonly Variable[],
  ): Promise<Result<MemoryAnswers[keyof MemoryAnswers], RunError>>;
}

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
