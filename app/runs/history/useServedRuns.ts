import { useEffect, useMemo } from 'react';
import { useSession } from '../../session/index.ts';
import type { RunFilter } from '../../session/run/index.ts';
import { refreshAllServed } from '../../session/servedRuns/index.ts';
import type { ServedRun } from '../../session/servers/index.ts';

/** How often servers are asked for their runs while the history is looked at, in ms. */
const EVERY = 3_000;

/** A run of a server, and where that is. */
export interface ListedRow {
  readonly address: string;
  readonly run: ServedRun;
}

/** The runs of all servers that fit a filter, and what is wrong with servers that do not answer; asked for as long as it is used. */
export function useServedRuns(filter: RunFilter): {
  readonly runs: readonly ListedRow[];
  readonly problems: readonly string[];
} {
  const served = useSession((state) => state.run.served);
  const servers = useSession((state) => state.workspace.servers);
  useEffect(() => {
    if (servers.length === 0) return;
    const refresh = (): void => void refreshAllServed();
    refresh();
    const timer = setInterval(refresh, EVERY);
    return () => clearInterval(timer);
  }, [servers]);
  return useMemo(() => {
    const all = [...served].flatMap(([address, { runs }]) => runs.map((run) => ({ address, run })));
    const problems = [...served.values()].flatMap(({ problem }) => problem ?? []);
    return { runs: all.filter((each) => fits(each, filter)), problems };
  }, [served, filter]);
}

function fits({ address, run }: ListedRow, { path, status, text }: RunFilter): boolean {
  if (path !== null && run.path !== path) return false;
  const isOver = run.status === 'success' || run.status === 'error' || run.status === 'cancelled';
  if (status !== null && status !== (isOver ? run.status : 'running')) return false;
  return `${run.path} ${run.status} ${address}`.toLowerCase().includes(text.trim().toLowerCase());
}
