/** What the slice of servers holds while the page is open, and is never drawn. */
interface ServersRuntime {
  /** Ids of the runs that are followed. */
  readonly followed: Set<string>;
  /** Ids of the runs of which it is asked whether those inside only wait. */
  readonly asked: Set<string>;
}

export const serversRuntime: ServersRuntime = { followed: new Set(), asked: new Set() };

/** For tests: forgets all of it. */
export function resetServersRuntime(): void {
  serversRuntime.followed.clear();
  serversRuntime.asked.clear();
}
