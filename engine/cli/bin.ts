import { writeSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { createThreadRunScript, serveScriptThread } from '../hosts/node/index.ts';
import { main } from './main.ts';

// The threads that run scripts of workflows start with this file, too.
if (!(await serveScriptThread())) await begin();

async function begin(): Promise<void> {
  const controller = new AbortController();
  // The first SIGINT or SIGTERM cancels the run cleanly; a second one ends the process as usual.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => controller.abort());

  process.exitCode = await main(process.argv.slice(2), {
    writeOut: (text) => write(1, text),
    writeError: (text) => write(2, text),
    readInput: () => buffer(process.stdin),
    env: process.env,
    folder: process.cwd(),
    isOutTerminal: process.stdout.isTTY,
    isErrorTerminal: process.stderr.isTTY,
    signal: controller.signal,
    runScript: createThreadRunScript(new URL(import.meta.url)),
  });
}

/** Writes all of a text before it returns: a pipe may be closed as soon as the process ends. */
function write(file: 1 | 2, text: string): void {
  let bytes = new TextEncoder().encode(text);
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(writeSync(file, bytes));
    } catch (error) {
      // A full pipe is written to again; a pipe whose reader has closed it ends the command.
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) process.exit(1);
    }
  }
}
