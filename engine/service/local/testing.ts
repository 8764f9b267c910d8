import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { readReach } from '../../testing/serving/reachLoopback.ts';
import { type LoopbackServer, serveLoopback } from '../../testing/serving/serveLoopback.ts';
import type { RunService, ServedRun, ServedRunPage, ServedRunQuery } from '../RunService.ts';
import type { LocalRunService } from './LocalRunService.ts';
import { openLocalRuns } from './openLocalRuns.ts';
import type { LocalOptions } from './ServiceSettings.ts';

/** A workspace in a folder of its own, and the services over it that a test opens one after the other. */
export class TestWorkspace {
  #folder: string | null = null;
  #open: LocalRunService[] = [];

  get folder(): string {
    this.#folder ??= mkdtempSync(path.join(tmpdir(), 'signalbox-service-'));
    return this.#folder;
  }

  get state(): string {
    return path.join(this.folder, '.signalbox');
  }

  write(name: string, text: string): void {
    const file = path.join(this.folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  /** Opens a service, which begins its runs unless `begins` is false; throws where that is refused. */
  async open(options: Partial<LocalOptions> = {}, { begins = true } = {}): Promise<LocalRunService> {
    const opened = await openLocalRuns({ folder: this.folder, state: this.state, reach: readReach(), ...options });
    if (!opened.ok) throw new Error(opened.error.message);
    this.#open.push(opened.value);
    if (begins) opened.value.begin();
    return opened.value;
  }

  /** Ends the services that are open, and removes the folder: what is written next is in another one. */
  async remove(): Promise<void> {
    await this.close();
    rmSync(this.folder, { recursive: true, force: true });
    this.#folder = null;
  }

  /** Ends the services that are open. */
  async close(within = 0): Promise<void> {
    await Promise.all(this.#open.map((service) => service.drain(within).then(() => service.close())));
    this.#open = [];
  }
}

/** A server that counts calls, and keeps those to `/held…` until they are released. */
export class CountingServer {
  readonly calls: string[] = [];
  #server: LoopbackServer | null = null;
  #held: ServerResponse[] = [];
  #onCall: () => void = () => undefined;

  async listen(): Promise<void> {
    this.#server = await serveLoopback((request, response) => {
      this.calls.push(request.url ?? '');
      response.setHeader('content-type', 'application/json');
      if (request.url?.startsWith('/held') === true) this.#held.push(response);
      else response.end('{}');
      this.#onCall();
    });
  }

  url(place: string): string {
    return `${this.#server?.url}${place}`;
  }

  /** Resolves once so many calls were made. */
  async until(count: number): Promise<void> {
    while (this.calls.length < count) await new Promise<void>((resolve) => (this.#onCall = resolve));
  }

  /** Answers what is held. */
  release(): void {
    for (const response of this.#held) response.end('{}');
    this.#held = [];
  }

  async close(): Promise<void> {
    await this.#server?.close();
  }
}

/** A workspace and a server for the tests of a file, both empty before each test. */
export function setUp(): { readonly workspace: TestWorkspace; readonly server: CountingServer } {
  const [workspace, server] = [new TestWorkspace(), new CountingServer()];
  beforeAll(() => server.listen());
  afterAll(() => server.close());
  beforeEach(() => void server.calls.splice(0));
  afterEach(async () => {
    server.release();
    await workspace.remove();
  });
  return { workspace, server };
}

/** Starts a run that must start. */
export async function start(
  service: RunService,
  workflow: string,
  input: ServedRun['output'] = {},
  runId?: string,
): Promise<ServedRun> {
  const started = await service.start({ workflow, input, ...(runId === undefined ? {} : { runId }) });
  if (!started.ok) throw new Error(JSON.stringify(started.error));
  return started.value.run;
}

/** A page of runs, which must be one. */
export async function list(service: RunService, query: ServedRunQuery): Promise<ServedRunPage> {
  const page = await service.list(query);
  if (page === null) throw new Error(`${query.cursor} is no cursor`);
  return page;
}

/** A run once it is as a test wants it. */
export async function until(
  service: RunService,
  runId: string,
  isWanted: (run: ServedRun) => boolean,
): Promise<ServedRun> {
  const done = new AbortController();
  let wake: (() => void) | null = null;
  service.watch(runId, () => wake?.(), done.signal);
  for (;;) {
    const changed = new Promise<void>((resolve) => (wake = resolve));
    const run = await service.get(runId);
    if (run !== null && isWanted(run)) {
      done.abort();
      return run;
    }
    await changed;
  }
}

/** A run once it has ended. */
export function ended(service: RunService, runId: string): Promise<ServedRun> {
  return until(service, runId, ({ endedAt }) => endedAt !== null);
}
