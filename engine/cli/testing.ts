import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, vi } from 'vitest';
import { placeProgram } from '../testing/program/placeProgram.ts';
import type { ProcessIo } from './CommandIo.ts';

/** A valid workflow. */
export const GOOD = `name: Good
tasks:
  - {id: a, type: basic, with: {n: 1}, on_success: {next: b}}
  - {id: b, type: basic, with: {n: "{{ tasks.a.output.n + 1 }}"}}
`;

/** A workflow with one error, at line 3, columns 11 to 15. */
export const BAD = `tasks:
  - id: a
    type: loop
`;

/** The exit code of the program, and all it wrote. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

/** What the program gets besides its arguments. */
export interface Given {
  /** All of standard input. */
  readonly input?: string;
  readonly env?: Record<string, string>;
  /** Working directory, relative to the folder of the shell. */
  readonly folder?: string;
  readonly onStart?: (child: ChildProcess) => void;
}

/** A process that is none: its folder, all of its standard input, and what else is not as in a script without variables. */
export interface InProcess
  extends Partial<
    Pick<
      ProcessIo,
      'env' | 'isOutTerminal' | 'isErrorTerminal' | 'signal' | 'writeError' | 'writeOut' | 'onHangup' | 'runScript'
    >
  > {
  readonly folder: string;
  readonly input?: string;
}

/** Runs the program in this process, where a test can answer for the network. */
export async function runInProcess(
  args: readonly string[],
  { folder, input = '', ...given }: InProcess,
): Promise<Ended> {
  // Tests that start it as a process of its own need not load it.
  const { main } = await import('./main.ts');
  let [out, error] = ['', ''];
  const code = await main(args, {
    writeOut: (text) => void (out += text),
    writeError: (text) => void (error += text),
    readInput: async () => new TextEncoder().encode(input),
    env: {},
    folder,
    isOutTerminal: false,
    isErrorTerminal: false,
    signal: new AbortController().signal,
    ...given,
  });
  return { code, out, error };
}

/** The bundled program, started as a separate process in an empty folder, as a user starts it. */
export class Shell {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'signalbox-'));

  constructor() {
    placeProgram(path.join(this.folder, '.bundle'));
  }

  run(args: readonly string[], given: Given = {}): Promise<Ended> {
    return new Promise((resolve) => {
      const program = path.join(this.folder, '.bundle', 'signalbox.js');
      const env = { ...process.env, ...given.env };
      const cwd = path.join(this.folder, given.folder ?? '');
      const child = spawn(process.execPath, [program, ...args], { cwd, env });
      let out = '';
      let error = '';
      child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
      child.stderr.on('data', (chunk: Buffer) => (error += chunk.toString()));
      child.on('close', (code) => resolve({ code, out, error }));
      // A program may end without having read its input: the pipe is closed then.
      child.stdin.on('error', () => {});
      child.stdin.end(given.input ?? '');
      given.onStart?.(child);
    });
  }

  /** As {@link run}, in this process, and without its variables: where what is proved is not the process itself. */
  runHere(args: readonly string[], { folder = '', ...given }: Omit<Given, 'onStart'> = {}): Promise<Ended> {
    return runInProcess(args, { folder: path.join(this.folder, folder), ...given });
  }

  /** Writes a file into the folder; answers with its name. */
  write(name: string, content: string | Uint8Array): string {
    const file = path.join(this.folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
    return name;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** For a file of tests: the folder of the test that runs, made with these files before it and deleted after it. */
export function folderOfTest(name: string, files: Readonly<Record<string, string>> = {}): { readonly path: string } {
  const folder = { path: '' };
  beforeEach(() => {
    folder.path = mkdtempSync(path.join(tmpdir(), `signalbox-${name}-`));
    for (const [file, text] of Object.entries(files)) writeFileSync(path.join(folder.path, file), text);
  });
  afterEach(() => rmSync(folder.path, { recursive: true, force: true }));
  return folder;
}

/** For a file of tests: gives what plays `flow.test.yaml` with a text, next to `flow.yaml` with another one. */
export function testingFlow(
  name: string,
  flow: string,
): {
  readonly folder: { readonly path: string };
  readonly run: (text: string, ...args: readonly string[]) => Promise<Ended>;
} {
  const folder = folderOfTest(name, { 'flow.yaml': flow });
  const run = (text: string, ...args: readonly string[]): Promise<Ended> => {
    writeFileSync(path.join(folder.path, 'flow.test.yaml'), text);
    return runInProcess(['test', ...args], { folder: folder.path });
  };
  return { folder, run };
}

/** For a test that must reach nothing: a request throws. */
export function forbidRequests(): void {
  vi.stubGlobal('fetch', () => {
    throw new Error('nothing is reached');
  });
}
