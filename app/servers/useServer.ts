import { useCallback, useEffect, useState } from 'react';
import type { RunServer } from '#engine/worker';
import {
  describeProblem,
  readServer,
  readTriggers,
  type ServerAccess,
  type ServerLoad,
  type ServerTriggers,
} from '../session/servers/index.ts';

/** How often a server is asked while it is looked at, in ms. */
const EVERY = 3_000;

/** A server as it was when it last answered. */
export interface SeenServer {
  /** False until it has answered once. */
  readonly isKnown: boolean;
  /** Null: it does not tell what the token may do, since it is of an earlier version. */
  readonly access: ServerAccess | null;
  /** Null: the token may not see it, or a cluster decides. */
  readonly load: ServerLoad | null;
  readonly triggers: ServerTriggers;
  /** Why it did not answer when it was last asked, in a sentence; null: it did. */
  readonly problem: string | null;
  /** Asks again at once. */
  readonly refresh: () => void;
}

const UNKNOWN: Omit<SeenServer, 'refresh'> = {
  isKnown: false,
  access: null,
  load: null,
  triggers: { schedules: [], failures: [] },
  problem: null,
};

/** What a server tells of itself, asked again and again; where it does not answer, what is known stays. */
export function useServer(server: RunServer): SeenServer {
  const [seen, setSeen] = useState(UNKNOWN);
  const [reads, setReads] = useState(0);
  const refresh = useCallback(() => setReads((count) => count + 1), []);
  useEffect(() => {
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    void look(server).then((next) => {
      if (!isCurrent) return;
      setSeen((before) => ({ ...before, ...next }));
      timer = setTimeout(() => setReads(reads + 1), EVERY);
    });
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [server, reads]);
  return { ...seen, refresh };
}

/** What changes by an answer of a server. */
export async function look(server: RunServer): Promise<Partial<Omit<SeenServer, 'refresh'>>> {
  const [state, triggers] = await Promise.all([readServer(server), readTriggers(server)]);
  if (!triggers.ok) return { problem: describeProblem(server.address, triggers.error) };
  if (!state.ok) return { problem: describeProblem(server.address, state.error) };
  const { access = null, load = null } = state.value ?? {};
  return { isKnown: true, access, load, triggers: triggers.value, problem: null };
}
