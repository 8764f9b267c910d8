import { DEEPEST } from '../hosts/node/index.ts';
import type { RunStart, ServiceRefusal } from './RunService.ts';

/** The kinds of rules that refuse something, as they are counted. Those of `signalbox.serve.yaml` have the names of its keys. */
export type RefusalRule =
  /** A token was missing or not valid; it does not allow this; there were too many that are not valid. */
  | 'token'
  | 'scope'
  | 'guesses'
  /** A page of another site, or a request for another host name. */
  | 'site'
  | 'host'
  /** Too many requests, or open streams, of one caller. */
  | 'requests'
  | 'streams'
  /** The body or the headers are too large, or arrive too slowly. */
  | 'body'
  | 'headers'
  /** A webhook does not believe its sender; it, or a token, was used more often than its `rate`. */
  | 'webhooks'
  | 'webhooks.rate'
  | 'token.rate'
  /** The queue is full; that of a limit is; a run is larger than a limit. */
  | 'queue'
  | 'limits.queue'
  | 'limits.size'
  /** Too many runs have started each other through the API. */
  | 'depth'
  /** A call of a run leads into the network of the server, or to what an entry of `deny` names. */
  | 'reach'
  | 'reach.deny';

/** By what something was refused. */
export interface RefusedBy {
  readonly rule: RefusalRule;
  /** Which rule of its kind, in words of the operator or of a closed list, never of a caller; absent: there is one. */
  readonly name?: string;
  /** What the caller was told; absent: no one called. */
  readonly code?: string;
}

/** Counts a refusal. */
export type CountRefusal = (by: RefusedBy) => void;

/** Why a run is not started that so many others have led to, each by asking the server for the next, which is counted; null where it may be. */
export function refuseDepth(
  { workflow, depth = 0 }: Pick<RunStart, 'workflow' | 'depth'>,
  countRefusal: CountRefusal,
): ServiceRefusal | null {
  if (depth < DEEPEST) return null;
  countRefusal({ rule: 'depth', code: 'STARTED_TOO_DEEP' });
  const message = `“${workflow}” was not started: ${depth} runs have already started each other through this server, and ${DEEPEST} is the limit. A workflow that starts itself in this way would never end. Repeat inside one run, or let a schedule start the next one.`;
  return { type: 'deep', message };
}
