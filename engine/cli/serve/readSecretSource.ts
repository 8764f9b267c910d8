import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import path from 'node:path';
import { codeOf, err, ok, type Result } from '../../base/index.ts';
import { isHidden } from '../../effects/index.ts';
import { isInside } from '../../hosts/node/index.ts';
import type { SecretSource } from '../../serveConfig/index.ts';
import type { CommandIo } from '../CommandIo.ts';

/** Longest value of a secret, in bytes. */
const LONGEST = 64 * 1024;

/** How long a program may take to print one, in ms. */
const PATIENCE = 10_000;

/** What runs can read. Absolute. */
export interface RunReach {
  /** The folder that is served, but for hidden names. */
  readonly folder: string;
  /** The folder that runs write files in. */
  readonly files: string;
}

/** The value of a secret that is not in the environment. The error is one sentence, which never has anything of a file, or of what a program printed. */
async function readSecretSource(
  io: CommandIo,
  source: Exclude<SecretSource, { readonly type: 'environment' }>,
  reach: RunReach,
): Promise<Result<string, string>> {
  const bytes =
    source.type === 'file'
      ? await readSecretFile(source.file, reach)
      : await runProgram(io, source.command, reach.folder);
  return bytes.ok ? toValue(bytes.value) : bytes;
}

/** Text without its last line end, which editors and programs add. */
function toValue(bytes: Uint8Array): Result<string, string> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r?\n$/, '');
    if (text.includes('\0')) return err('the value is not text: it has a NUL in it.');
    return text === '' ? err('the value is empty.') : ok(text);
  } catch {
    return err('the value is not text in UTF-8.');
  }
}

/** Why a file cannot have a secret where it is, by its real path and by the name that the configuration has for it; null: it can. */
export async function explainReadable(name: string, real: string, { folder, files }: RunReach): Promise<string | null> {
  const isReadable =
    isReadByRuns(await realpath(folder), real) || isInside(await realpath(files).catch(() => files), real);
  return isReadable ? `${name} is where runs can read files. Move it elsewhere.` : null;
}

async function readSecretFile(name: string, reach: RunReach): Promise<Result<Uint8Array, string>> {
  try {
    const real = await realpath(path.resolve(reach.folder, name));
    const readable = await explainReadable(name, real, reach);
    if (readable !== null) return err(readable);
    // Not blocked by a pipe that no one writes to.
    const handle = await open(real, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      if (!(await handle.stat()).isFile()) return err(`${name} is not a file.`);
      const bytes = Buffer.alloc(LONGEST + 1);
      let [size, read] = [0, 1];
      // A file of the system tells no size, and is read in parts.
      while (read > 0 && size <= LONGEST) {
        ({ bytesRead: read } = await handle.read(bytes, size, bytes.length - size));
        size += read;
      }
      return size > LONGEST ? err(`${name} is larger than 64 KiB.`) : ok(bytes.subarray(0, size));
    } finally {
      await handle.close();
    }
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return err(`there is no file ${name}.`);
    return err(`${name} cannot be read${code === 'EACCES' ? ' by this user' : ` (${String(code)})`}.`);
  }
}

/** What a program prints. It is ended, with all that it has started, where it takes too long, and where the command is stopped. */
async function runProgram(
  { env, signal }: CommandIo,
  [program = '', ...args]: readonly string[],
  folder: string,
): Promise<Result<Uint8Array, string>> {
  const tryIt = 'Run it by hand to see why.';
  const stop = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]);
  try {
    // A group of its own, which is ended as a whole.
    const child = spawn(program, args, {
      cwd: folder,
      env: { ...env },
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    });
    const endAll = (): void => endGroup(child.pid);
    const parts: Buffer[] = [];
    let size = 0;
    child.stdout.on('data', (part: Buffer) => {
      parts.push(part);
      size += part.length;
      if (size > LONGEST) endAll();
    });
    stop.addEventListener('abort', endAll);
    // What it has left behind would hold its output open.
    child.once('exit', endAll);
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject).once('close', resolve);
      if (stop.aborted) endAll();
    }).finally(() => stop.removeEventListener('abort', endAll));
    if (size > LONGEST) return err(`${program} printed more than 64 KiB.`);
    if (code === 0) return ok(Buffer.concat(parts));
    if (code !== null) return err(`${program} failed with exit code ${code}. ${tryIt}`);
    const isLate = stop.aborted && !signal.aborted;
    return err(
      isLate
        ? `${program} did not end within 10 s, and was stopped. ${tryIt}`
        : `${program} was stopped before it ended. ${tryIt}`,
    );
  } catch (error) {
    const reason = codeOf(error);
    if (reason === 'ENOENT') return err(`there is no program ${program}.`);
    // What the system says may quote an argument.
    return err(`${program === '' ? 'the program' : program} cannot be run (${String(reason)}).`);
  }
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // All of it has ended.
  }
}

/** Whether a path is in the folder that is served, where runs can read all but hidden names. Both are absolute. */
export function isReadByRuns(folder: string, file: string): boolean {
  return isInside(folder, file) && !path.relative(folder, file).split(path.sep).some(isHidden);
}

/** A secret that `signalbox.serve.yaml` names, and its place there. */
interface PlacedSecret {
  readonly path: readonly (string | number)[];
  readonly source: SecretSource;
}

/** What files and programs have of secrets, all at once; what the environment has is not among it. The error is one sentence, without any value. */
export async function readSecrets(
  io: CommandIo,
  secrets: readonly PlacedSecret[],
  reach: RunReach,
): Promise<Result<ReadonlyMap<SecretSource, string>, string>> {
  const read = await Promise.all(
    secrets.map(async ({ path: place, source }): Promise<Result<readonly [SecretSource, string][], string>> => {
      if (source.type === 'environment') return ok([]);
      const value = await readSecretSource(io, source, reach);
      return value.ok ? ok([[source, value.value]]) : err(`${place.join('.')}: ${value.error}`);
    }),
  );
  const values: (readonly [SecretSource, string])[] = [];
  for (const each of read) {
    if (!each.ok) return each;
    values.push(...each.value);
  }
  return ok(new Map(values));
}
