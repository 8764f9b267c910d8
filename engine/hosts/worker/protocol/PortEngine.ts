import type { Result } from '../../../base/index.ts';
import type { MemoryAnswers, MemoryQuestion } from '../../../effects/index.ts';
import type { RunError } from '../../../run/index.ts';
import type { Variable } from '../../RunRequest.ts';
import type { EventPort } from './EventBatch.ts';
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
