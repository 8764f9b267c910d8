import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A server of a test that may not be there on this machine. */
export type Started<T> = { readonly ok: true; readonly server: T } | { readonly ok: false; readonly reason: string };

/** A process with its own folder. */
export interface ServerProcess {
  readonly folder: string;
  /** Ends the process and removes its folder. */
  readonly stop: () => Promise<void>;
}

/** How long a server may take until it answers, in ms. */
const PATIENCE = 30_000;

/** Starts a program and waits until it answers. `reason` says why there is none. */
export async function startServer(
  program: string,
  argsIn: (folder: string) => Promise<readonly string[]> | readonly string[],
  answers: (folder: string) => Promise<boolean>,
): Promise<Started<ServerProcess>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'signalbox-server-'));
  const child = spawn(program, [...(await argsIn(folder))], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said = `${said}${chunk.toString()}`.slice(-500);
  });
  let failure: string | null = null;
  child.once('error', (error) => {
    failure = error.message;
  });
  const stop = async (): Promise<void> => {
    await end(child);
    await rm(folder, { recursive: true, force: true });
  };
  for (const until = Date.now() + PATIENCE; Date.now() < until; ) {
    if (failure !== null || child.exitCode !== null) break;
    if (await answers(folder).catch(() => false)) return { ok: true, server: { folder, stop } };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await stop();
  return { ok: false, reason: failure ?? `${program} does not answer: ${said}` };
}

function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}
