import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { yaml } from '../../testing/index.ts';
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
          const [, found] = / is served at (https?:\S+)\n/.exec(out) ?? [];
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

const ASKS = yaml`
  tasks:
    - { id: ask, type: wait, config: { signal: go, timeout: 1h, check_interval: 1h } }
`;

const COUNTS = yaml`
  tasks:
    - id: each
      type: collection
      config: { items: "{{ range(0, 20) }}", mode: parallel, max_concurrent: 5 }
      tasks:
        - { id: hash, type: basic, use: core:hash, with: { text: "{{ item }} of {{ workflow.input.n }}" } }
`;

/** How much load there is: so many clients do one thing after the other, and rest in between, in ms; it does not depend on the machine. */
export interface Load {
  readonly seconds: number;
  readonly clients: number;
  readonly rest: number;
}

/** What a process under load used, and what it did. */
export interface Soaked {
  /** Runs that ended, by their status, and how many were begun once it was warm. */
  readonly ended: Readonly<Record<string, number>>;
  readonly begun: { readonly warm: number; readonly count: number };
  /** Resident memory, as an operator sees it, in MiB: once it was warm, and at the end. */
  readonly memory: { readonly before: number; readonly after: number };
}

/** A server under load. */
export class Soak {
  readonly #ended: Record<string, number> = { success: 0, cancelled: 0 };
  readonly #address: string;
  readonly #pid: number;

  private constructor({ address, pid }: ServedProcess) {
    this.#address = address;
    this.#pid = pid;
  }

  /** The workflows that its clients start, by their files. */
  static readonly files: Readonly<Record<string, string>> = { 'flows/asks.yaml': ASKS, 'flows/counts.yaml': COUNTS };

  /** Lets its clients work, first until it is warm, then as long as is said. */
  static async run(served: ServedProcess, load: Load): Promise<Soaked> {
    const soak = new Soak(served);
    const warm = await soak.#load({ ...load, seconds: Math.max(0.5, load.seconds / 20) });
    const before = soak.#memory();
    const count = await soak.#load(load);
    return { ended: soak.#ended, begun: { warm, count }, memory: { before, after: soak.#memory() } };
  }

  #memory(): number {
    const [, kilobytes = '0'] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${this.#pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) / 1024;
  }

  /** Answers with how many runs there were. */
  async #load({ seconds, clients, rest }: Load): Promise<number> {
    const latest = Date.now() + seconds * 1_000;
    let count = 0;
    const client = async (_: unknown, place: number): Promise<void> => {
      await delay((rest * place) / clients);
      while (Date.now() < latest) {
        count += 1;
        await this.#useRun(count);
        await delay(rest);
      }
    };
    await Promise.all(Array.from({ length: clients }, client));
    return count;
  }

  /** A run that is started, followed, answered or cancelled, and read, as its clients do. */
  async #useRun(index: number): Promise<void> {
    const workflow = index % 2 === 0 ? 'asks' : 'counts';
    const { id } = await this.#ask(`/api/workflows/${workflow}/runs`, { input: { n: index } });
    const events = await fetch(`${this.#address}/api/runs/${id}/events`, { headers: { accept: 'text/event-stream' } });
    if (workflow === 'asks') {
      for (let status = ''; status !== 'waiting'; { status } = await this.#ask(`/api/runs/${id}`)) await delay(5);
      if (index % 4 === 0) await this.#ask(`/api/runs/${id}/cancel`, {});
      else await this.#ask(`/api/runs/${id}/signals/go`, { n: index });
    }
    // The stream ends with the run.
    if (!(await events.text()).includes('event: end')) throw new Error(`The stream of ${id} was cut.`);
    const run = await this.#ask(`/api/runs/${id}`);
    const status = workflow === 'asks' && index % 4 === 0 ? 'cancelled' : 'success';
    if (run.status !== status) throw new Error(`${id} of ${workflow} is ${run.status}.`);
    this.#ended[status] = (this.#ended[status] ?? 0) + 1;
    if (index % 10 === 0) await this.#ask('/api/runs?limit=50');
  }

  async #ask(place: string, body?: object): Promise<{ readonly id: string; readonly status: string }> {
    const headers = { 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await fetch(this.#address + place, sent);
    if (!answer.ok) throw new Error(`${place}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  }
}

/** What the process may take more once it is warm, in MiB: what the heap grows to before it is collected. */
const SLACK = 80;

/** What a run that has ended may keep, in KiB: its row. */
const ROW = 4;

/** Starts a server under load: it takes no more memory than its rows, has ended every run, and ends well. */
export async function expectSoaked(load: Load): Promise<Soaked> {
  const shell = new Shell();
  try {
    for (const [file, text] of Object.entries(Soak.files)) shell.write(file, text);
    const served = await ServedProcess.start(shell, ['flows']);
    const soaked = await Soak.run(served, load);
    const { begun, ended, memory } = soaked;
    expect(memory.after - memory.before).toBeLessThan(SLACK + (begun.count * ROW) / 1024);
    const metrics = await (await fetch(`${served.address}/metrics`)).text();
    expect(metrics).toContain('signalbox_event_streams 0\n');
    for (const status of ['queued', 'running', 'waiting'])
      expect(metrics).toContain(`signalbox_runs{status="${status}"} 0\n`);
    expect(Object.values(ended).reduce((sum, count) => sum + count, 0)).toBe(begun.warm + begun.count);
    expect((await served.stop('SIGTERM')).code).toBe(0);
    return soaked;
  } finally {
    shell.remove();
  }
}
