import { setTimeout as delay } from 'node:timers/promises';
import type { Missing } from '../../run/index.ts';
import type { GivenToRuns } from '../common/prepareStart.ts';
import { MAILBOX } from './handlers.ts';
import { Ingress, type RestateAddresses } from './Ingress.ts';
import type { Mail } from './messages.ts';
import { StoredRuns } from './StoredRuns.ts';

/** How often it is asked, in ms: `/ready` follows within this and the time that one answer may take. */
const INTERVAL = 500;

/** Asks a cluster again and again whether it takes requests. */
export class HealthWatch {
  readonly #ask: () => Promise<string | null>;
  readonly #tell: (message: string) => void;
  readonly #stop = new AbortController();
  #problem: string | null = null;

  /** @param ask why it takes none, in words; null: it does @param tell called where that has changed */
  constructor(ask: () => Promise<string | null>, tell: (message: string) => void) {
    this.#ask = ask;
    this.#tell = tell;
  }

  /** Why it takes no requests, in words; null: it does, or no one has begun to ask. */
  get problem(): string | null {
    return this.#problem;
  }

  begin(): void {
    this.#problem = 'Restate has not answered yet.';
    void this.#watch();
  }

  end(): void {
    this.#stop.abort();
  }

  async #watch(): Promise<void> {
    const { signal } = this.#stop;
    let told: string | null = null;
    while (!signal.aborted) {
      const problem = await this.#ask();
      this.#problem = problem;
      // Why it does not answer may change with each request.
      if ((problem === null) !== (told === null)) this.#tell(problem ?? 'Restate answers again.');
      told = problem;
      await delay(INTERVAL, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
}

/**
 * Resumes the runs of a cluster that are blocked by something that a worker has: asked once it is known to the cluster. A run inside is
 * resumed with the outermost one, unless that is paused for something else. What is still missing elsewhere blocks them again.
 * @param at now, in ms since the epoch
 */
export async function retryBlocked(addresses: RestateAddresses, given: GivenToRuns, at: number): Promise<void> {
  const ingress = new Ingress(addresses);
  const rows = await new StoredRuns(ingress).blocked();
  const tried = new Set<string>();
  for (const [runId, { blocked, parent }] of rows)
    if (blocked !== undefined && blocked !== 'child' && has(given, blocked)) tried.add(parent?.root ?? runId);
  const resume: Mail = { type: 'resume', at, repeat: null };
  for (const runId of tried)
    if (rows.get(runId)?.blocked !== undefined) await ingress.call(MAILBOX.push, [runId, resume]);
}

function has({ variables, ports }: GivenToRuns, missing: Missing): boolean {
  switch (missing.what) {
    case 'secret':
      return variables.some(({ name }) => name === missing.name);
    // Headers of servers may name what no run is given.
    case 'variable':
      return variables.some(({ name }) => name === missing.name) || ports.env[missing.name] !== undefined;
    case 'server':
      return ports.mcpServers.some(({ name }) => name === missing.name);
    case 'workspace':
    case 'state':
      return true;
  }
}
