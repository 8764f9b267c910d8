import type { RunEvent } from '../run/index.ts';

/** The events that the inputs of a journal caused, by count and digest: a run resumes only on a machine that gives the same. */
export interface Proof {
  /** How many inputs were fed to the machine. */
  readonly inputs: number;
  /** How many events they caused. */
  readonly events: number;
  /** Digest of those events, 16 hex digits. */
  readonly digest: string;
}

/** A running digest of events: two sums of 32 bits over their JSON. It detects damage, not forgery. */
export class EventDigest {
  #count: number;
  readonly #sums: Sums;

  /** Continues from the count and the digest of a proof. */
  constructor({ events, digest }: Pick<Proof, 'events' | 'digest'> = EMPTY) {
    this.#count = events;
    this.#sums = readSums(digest);
  }

  /** How many events were added. */
  get count(): number {
    return this.#count;
  }

  add(events: readonly RunEvent[]): void {
    for (const event of events) this.mix(JSON.stringify(event));
    this.#count += events.length;
  }

  /** Adds the JSON of an event, or a part of it; it is not counted. */
  mix(text: string): void {
    mix(this.#sums, text);
  }

  /** The digest so far: 16 hex digits. */
  value(): string {
    return formatSums(this.#sums);
  }
}

/** What digests the events of a run. */
export interface RunDigest extends Pick<EventDigest, 'count' | 'add' | 'value'> {
  /** Does a part of what is left to do, where it does not do all of it at once; true: there is more. */
  readonly step?: () => boolean;
}

/** The same digest of one text. */
export function digestText(text: string): string {
  const sums = readSums(EMPTY.digest);
  mix(sums, text);
  return formatSums(sums);
}

interface Sums {
  high: number;
  low: number;
}

const EMPTY = { events: 0, digest: '811c9dc59e3779b9' };

function mix(sums: Sums, text: string): void {
  let { high, low } = sums;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 0x01000193);
    low = Math.imul(low ^ unit, 0x85ebca6b) ^ (low >>> 13);
  }
  sums.high = high;
  sums.low = low;
}

/** 16 hex digits. */
function readSums(digest: string): Sums {
  return { high: Number.parseInt(digest.slice(0, 8), 16), low: Number.parseInt(digest.slice(8), 16) };
}

function formatSums({ high, low }: Sums): string {
  return [high, low].map((sum) => (sum >>> 0).toString(16).padStart(8, '0')).join('');
}
