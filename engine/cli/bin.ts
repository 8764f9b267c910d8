import { closeSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { addAbortSignal } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { codeOf } from '../base/index.ts';
import { createThreadRunScript, describeWriteProblem, exchangeByHttp, serveScriptThread } from '../hosts/node/index.ts';
import { holdProgram } from './holdProgram.ts';
import { main } from './main.ts';
import { openBrowser } from './open/openBrowser.ts';

const HERE = path.dirname(fileURLToPath(import.meta.url));

// The threads that run scripts of workflows start with this file, too.
if (!(await serveScriptThread())) await begin();

async function begin(): Promise<void> {
  holdProgram(path.join(HERE, 'parts'));
  const controller = new AbortController();
  // The first SIGINT or SIGTERM cancels the run cleanly; a second one ends the process as usual.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => controller.abort());

  process.exitCode = await main(process.argv.slice(2), {
    writeOut,
    writeError,
    readInput: () => buffer(addAbortSignal(controller.signal, process.stdin)),
    env: process.env,
    folder: process.cwd(),
    isOutTerminal: process.stdout.isTTY,
    isErrorTerminal: process.stderr.isTTY,
    signal: controller.signal,
    onHangup: (listener) => {
      const hear = (): void => (isTerminalGone() ? controller.abort() : listener());
      process.on('SIGHUP', hear);
      return () => void process.off('SIGHUP', hear);
    },
    // Next to the folder of this file, in the package as in the repository.
    app: { folder: path.join(HERE, '../dist'), openBrowser },
    ...(process.stdin.isTTY && process.stderr.isTTY ? { askLine: () => readLine(controller.signal) } : {}),
    streams: { input: process.stdin, output: process.stdout },
    runScript: createThreadRunScript(new URL(import.meta.url)),
    exchange: exchangeByHttp,
    program: [process.execPath, fileURLToPath(import.meta.url)],
  });
}

/** Whether the terminal that this process began at was closed, which the same signal tells. */
function isTerminalGone(): boolean {
  if (!process.stdin.isTTY && !process.stderr.isTTY) return false;
  try {
    closeSync(openSync('/dev/tty', 'r'));
    return false;
  } catch {
    return true;
  }
}

/** The next line on standard input; null where it ends, or the command is stopped. */
function readLine(signal: AbortSignal): Promise<string | null> {
  const reader = createInterface({ input: process.stdin });
  // In a terminal Ctrl-C reaches whoever reads it.
  reader.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  const stop = (): void => reader.close();
  signal.addEventListener('abort', stop, { once: true });
  return new Promise((resolve) => {
    reader.once('line', (line) => {
      resolve(line);
      reader.close();
    });
    reader.once('close', () => {
      signal.removeEventListener('abort', stop);
      resolve(null);
    });
  });
}

/** A result that cannot be shown ends the command: quietly where the reader went away, else with what is wrong. */
function writeOut(text: string): void {
  try {
    write(1, text);
  } catch (error) {
    if (codeOf(error) === 'EPIPE') process.exit(1);
    writeError(`Standard output: ${describeWriteProblem(error)} What was printed is not whole.\n`);
    process.exit(4);
  }
}

/** A run does not end because its progress cannot be shown. */
function writeError(text: string): void {
  try {
    write(2, text);
  } catch {
    // There is no other place to say so.
  }
}

/** Writes all of a text before continuing: a pipe may be closed as soon as the process ends. */
function write(file: 1 | 2, text: string): void {
  let bytes = new TextEncoder().encode(text);
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(writeSync(file, bytes));
    } catch (error) {
      if (codeOf(error) !== 'EAGAIN') throw error;
      // A full pipe: its reader needs time.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}
