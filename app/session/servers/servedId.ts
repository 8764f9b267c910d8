/** A run on a server. */
export interface ServedPlace {
  /** Address of the server. */
  readonly address: string;
  /** Id of the run there. */
  readonly runId: string;
}

/**
 * The id under which the session knows a run of a server. Another server, or this browser, may have a run with the same id there:
 * that of a schedule's run is made of its name and time.
 */
export function toServedId({ address, runId }: ServedPlace): string {
  return `${address}#${runId}`;
}

/** Where a run is that the session knows; null for a run of this browser. */
export function readServedId(id: string): ServedPlace | null {
  // Neither an address that is kept nor an id has the sign.
  const [address = '', runId] = id.split('#', 2);
  return runId === undefined ? null : { address, runId };
}
