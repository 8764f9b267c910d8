import type { ChildProcess } from 'node:child_process';
import { type Ended, type Given, Shell } from '../testing.ts';

/** A run as the API shows it, as far as tests look. */
export interface ShownRun {
  readonly id: string;
  readonly status: string;
  readonly output: unknown;
}

/** `signalbox serve` as a process of its own. */
export class ServedProcess {
  readonly address: string;
  readonly ended: Promise<Ended>;
  readonly #child: ChildProcess;

  private constructor(address: string, child: ChildProcess, ended: Promise<Ended>) {
    this.address = address;
    this.ended = ended;
    this.#child = child;
  }

  /** Starts it, and waits for its address; rejects with what it prints where it ends instead. */
  static async start(shell: Shell, args: readonly string[], given: Given = {}): Promise<ServedProcess> {
    let child: ChildProcess | null = null;
    let onAddress: ((address: string) => void) | null = null;
    const address = new Promise<string>((resolve) => (onAddress = resolve));
    const ended = shell.run(['serve', ...args, '--port', '0'], {
      ...given,
      onStart: (started) => {
        child = started;
        let out = '';
        started.stdout?.on('data', (chunk: Buffer) => {
          out += chunk.toString();
          const [, found] = / is served at (http:\S+)\n/.exec(out) ?? [];
          if (found !== undefined) onAddress?.(found);
        });
      },
    });
    const first = await Promise.race([address, ended]);
    if (typeof first !== 'string' || child === null) throw new Error(JSON.stringify(first));
    return new ServedProcess(first, child, ended);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Waits until it has printed a text on standard error. */
  untilSaid(text: string): Promise<void> {
    let said = '';
    return new Promise((resolve) => {
      this.#child.stderr?.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        if (said.includes(text)) resolve();
      });
    });
  }

  /** Sends a signal, and waits for its end. */
  async stop(signal: NodeJS.Signals): Promise<Ended> {
    this.#child.kill(signal);
    return this.ended;
  }

  /** Starts a run by its key; null where the server is gone. */
  async run(workflow: string, input: object, key: string): Promise<ShownRun | null> {
    const headers = { 'content-type': 'application/json', 'idempotency-key': key };
    const body = JSON.stringify({ input });
    return this.#ask(`/api/workflows/${workflow}/runs`, { method: 'POST', headers, body });
  }

  /** A run; null where the server is gone. */
  async get(id: string): Promise<ShownRun | null> {
    return this.#ask(`/api/runs/${id}`);
  }

  async #ask(place: string, request: RequestInit = {}): Promise<ShownRun | null> {
    const answer = await fetch(this.address + place, request).catch(() => null);
    if (answer === null) return null;
    const body = await answer.json().catch(() => null);
    if (body !== null && !answer.ok) throw new Error(JSON.stringify(body));
    return body;
  }
}
