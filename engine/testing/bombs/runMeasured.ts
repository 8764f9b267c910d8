import { spawn } from 'node:child_process';

/** How a process ended, what it wrote, and what it took. */
export interface Measured {
  readonly code: number | null;
  /** What ended it from outside or within, such as SIGABRT; null where it ended by itself. */
  readonly signal: string | null;
  readonly out: string;
  readonly error: string;
  /** Seconds of processor time, of all its threads. */
  readonly cpu: number;
  /** Largest resident memory, in MB. */
  readonly memory: number;
}

/**
 * In the process itself, before its program: at its end it writes its usage to a separate pipe. Linux counts in
 * `maxRSS` what the process that started it held at that moment; `VmHWM` is its own.
 */
const GAUGE = `data:text/javascript,${encodeURIComponent(`
import { readFileSync, writeSync } from 'node:fs';
process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  let memory = maxRSS;
  try { memory = Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]); } catch {}
  writeSync(3, JSON.stringify({ memory: memory / 1000, cpu: (userCPUTime + systemCPUTime) / 1e6 }));
});`)}`;

/** Runs a program of Node in a separate process, for at most so many ms, and measures it. */
export function runMeasured(
  program: string,
  args: readonly string[],
  { folder, longest }: { readonly folder: string; readonly longest: number },
): Promise<Measured> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--import', GAUGE, program, ...args], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    });
    const texts = ['', '', ''];
    for (const [index, stream] of [child.stdout, child.stderr, child.stdio[3]].entries())
      stream?.on('data', (chunk: Buffer) => {
        texts[index] += chunk.toString();
      });
    const timer = setTimeout(() => child.kill('SIGKILL'), longest);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      const [out = '', error = '', gauge = ''] = texts;
      const taken =
        gauge === ''
          ? { cpu: Number.NaN, memory: Number.NaN }
          : (JSON.parse(gauge) as Pick<Measured, 'cpu' | 'memory'>);
      resolve({ code, signal, out, error, ...taken });
    });
  });
}
