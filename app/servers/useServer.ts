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

const SCOPES = {
  read: 'You may see runs',
  run: 'You may see, start and control runs',
  admin: 'You may do everything',
} as const;

/** What the token of a server may do, in a sentence; empty until that is known. */
export function describeAccess({ access, isKnown }: Pick<SeenServer, 'access' | 'isKnown'>): string {
  if (access === null) return isKnown ? 'The server is of an earlier version, which does not tell everything' : '';
  const { scope, workflows } = access;
  return workflows === null ? SCOPES[scope] : `${SCOPES[scope]}, only for ${workflows.join(', ')}`;
}

/** Why nothing can be changed with the token; undefined where it can, or that is not known. */
export function explainNoChange({ access }: Pick<SeenServer, 'access'>): string | undefined {
  return access?.scope === 'read' ? 'Your token may only read. Use one with scope run.' : undefined;
}

/** Why the load of a server is not shown. */
export function explainNoLoad({ access, isKnown }: Pick<SeenServer, 'access' | 'isKnown'>): string {
  if (!isKnown) return 'Asking the server…';
  if (access === null) return 'The server is of an earlier version. Update it to see this.';
  if (access.workflows !== null)
    return 'This is about the whole server, and your token is limited to some workflows. Use one that is not limited.';
  return 'The runs are on Restate: the cluster decides how many are active and which are kept.';
}
