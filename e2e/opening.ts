import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { placeProgram } from '../engine/testing/program/placeProgram.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Builds the program beside the built app, as in the package. Answers with its place, and how to remove it. */
export function buildProgram(): { readonly program: string; readonly remove: () => void } {
  const place = mkdtempSync(path.join(tmpdir(), 'signalbox-program-'));
  symlinkSync(path.join(ROOT, 'dist'), path.join(place, 'dist'));
  return {
    program: placeProgram(path.join(place, 'cli')),
    remove: () => rmSync(place, { recursive: true, force: true }),
  };
}

/** A folder of the disk that `signalbox open` shows, as a user starts it. */
export class OpenedFolder {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'signalbox-flows-'));
  /** The place of the program. */
  readonly program: string;
  #server: ChildProcess | null = null;

  constructor(program: string) {
    this.program = program;
  }

  /** Writes a file as editors do: a new one takes the name. */
  write(name: string, text: string): void {
    writeFileSync(path.join(this.folder, `.${name}.draft`), text);
    renameSync(path.join(this.folder, `.${name}.draft`), path.join(this.folder, name));
  }

  read(name: string): string {
    return readFileSync(path.join(this.folder, name), 'utf8');
  }

  /** Starts the program; answers with the address that it prints. */
  async start(): Promise<string> {
    const child = spawn(process.execPath, [this.program, 'open', this.folder, '--no-open'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#server = child;
    let out = '';
    for await (const chunk of child.stdout) {
      out += String(chunk);
      const [address] = /http:\S+/.exec(out) ?? [];
      if (address !== undefined) return address;
    }
    throw new Error(`No address was printed: ${out}`);
  }

  /** Ends the program as Ctrl-C does; answers with its exit code. */
  async end(): Promise<number | null> {
    const child = this.#server;
    this.#server = null;
    if (!child || child.exitCode !== null) return child?.exitCode ?? null;
    const closed = new Promise<number | null>((resolve) => child.on('exit', resolve));
    child.kill('SIGINT');
    return closed;
  }

  async remove(): Promise<void> {
    await this.end();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
