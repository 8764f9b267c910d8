/** One run of a load; settles when it has ended, with the output, to be compared. */
export type PeerRun = () => unknown;

/** Another engine, in its own idiom, with the same duties as far as it has them. Null: it has no such construct. */
export interface Peer {
  /** With its version. */
  readonly name: string;
  /** Where it does not get to the end of the size that other peers are measured at: the largest size it completes. */
  readonly sizes?: Readonly<Partial<Record<'chain' | 'fanOut' | 'loop' | 'collection', number>>>;
  readonly chain: ((steps: number) => PeerRun) | null;
  readonly fanOut: ((branches: number) => PeerRun) | null;
  readonly loop: ((rounds: number) => PeerRun) | null;
  readonly collection: ((items: number) => PeerRun) | null;
}
