import { type ChildProcess, spawn } from 'node:child_process';

/** A program with all that it starts, which can be killed together; it leads a group of processes of its own. */
export class ProcessGroup {
  readonly child: ChildProcess;
  #output = '';

  constructor(command: string, args: readonly string[], env: NodeJS.ProcessEnv) {
    this.child = spawn(command, args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'], env });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.on('data', (chunk) => {
        this.#output += String(chunk);
      });
    }
    // Of a test that takes too long nothing else is called.
    process.once('exit', () => this.#signal());
  }

  /** What its processes have written so far. */
  get output(): string {
    return this.#output;
  }

  /** Kills every process of the group; settles when the first of them has ended. */
  async kill(): Promise<void> {
    const ended = new Promise<void>((resolve) => this.child.once('exit', () => resolve()));
    if (this.#signal()) await ended;
  }

  /** False where the first of them has ended already. */
  #signal(): boolean {
    const { pid, exitCode, signalCode } = this.child;
    if (pid === undefined || exitCode !== null || signalCode !== null) return false;
    return process.kill(-pid, 'SIGKILL');
  }
}
