/** What the slice of servers holds while the page is open, and is never drawn. */
interface ServersRuntime {
  /** Addresses of the servers that execute runs, by run id: of every run of a server that was seen. */
  readonly addresses: Map<string, string>;
  /** Ids of the runs that are followed. */
  readonly followed: Set<string>;
}

export const serversRuntime: ServersRuntime = { addresses: new Map(), followed: new Set() };

/** For tests: forgets all of it. */
export function resetServersRuntime(): void {
  serversRuntime.addresses.clear();
  serversRuntime.followed.clear();
}
