import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { placeProgram } from '../engine/testing/program/placeProgram.ts';

/** `signalbox serve` as a process of its own over a folder, as a user starts it; killed and started again, it has the same port. */
export class ServedFolder {
  readonly #place = mkdtempSync(path.join(tmpdir(), 'signalbox-serve-'));
  readonly #folder = path.join(this.#place, 'flows');
  #server: ChildProcess | null = null;
  #port = '0';
  token = '';

  constructor(files: Readonly<Record<string, string>>, scope: 'run' | 'admin' = 'run') {
    placeProgram(path.join(this.#place, 'cli'));
    execFileSync('mkdir', [this.#folder]);
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(this.#folder, name), text);
    this.token = this.#run('serve', 'token', this.#folder, '--name', 'console', '--scope', scope).trim();
  }

  get address(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** @param origin of the app, whose pages may use the API */
  async start(origin: string): Promise<void> {
    const args = ['serve', this.#folder, '--port', this.#port, '--cors', origin];
    const child = spawn(process.execPath, [this.#program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#server = child;
    let out = '';
    for await (const chunk of child.stdout) {
      out += String(chunk);
      const [, port] = / is served at http:\/\/127\.0\.0\.1:(\d+)\n/.exec(out) ?? [];
      if (port === undefined) continue;
      this.#port = port;
      return;
    }
    throw new Error(`No address was printed: ${out}`);
  }

  /** Ends it without a word, as a power failure does. */
  async kill(): Promise<void> {
    const child = this.#server;
    this.#server = null;
    if (child === null || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.on('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }

  /** Asks the API for JSON. */
  async ask(place: string, body?: unknown): Promise<unknown> {
    const headers = { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' };
    const sent = body === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(body) };
    const answer = await fetch(this.address + place, sent);
    return answer.json();
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.#place, { recursive: true, force: true });
  }

  get #program(): string {
    return path.join(this.#place, 'cli/signalbox.js');
  }

  #run(...args: readonly string[]): string {
    return execFileSync(process.execPath, [this.#program, ...args], { encoding: 'utf8' });
  }
}
