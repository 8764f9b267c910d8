import { type ExecFileException, execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { err, ok, type Result } from '../../base/index.ts';
import { isHidden } from '../../effects/index.ts';
import { isInside } from '../../hosts/node/index.ts';
import type { ConfiguredSecret } from '../../serveConfig/index.ts';
import type { CommandIo } from '../CommandIo.ts';
import type { VariableEntry } from '../readVariables.ts';

/** Longest value of a secret, in bytes. */
const LONGEST = 64 * 1024;

/** How long a program may take to print one, in ms. */
const PATIENCE = 10_000;

/**
 * The values of the secrets of `signalbox.serve.yaml`, all at once; those of the environment by name. The error is one sentence, which never has
 * anything of a file, or of what a program printed.
 *
 * @param folder the folder that is served. Absolute
 */
export async function readSecrets(
  io: CommandIo,
  secrets: readonly ConfiguredSecret[],
  folder: string,
): Promise<Result<readonly VariableEntry[], string>> {
  const read = await Promise.all(
    secrets.map(async ({ name, from }): Promise<Result<VariableEntry, string>> => {
      if (from.type === 'environment') return ok({ type: 'environment', name });
      const bytes =
        from.type === 'file' ? await readSecretFile(from.file, folder) : await runProgram(io, from.command, folder);
      const value = bytes.ok ? toValue(bytes.value) : bytes;
      return value.ok ? ok({ type: 'value', name, value: value.value }) : err(`secrets.${name}: ${value.error}`);
    }),
  );
  const failed = read.find((each) => !each.ok);
  if (failed !== undefined && !failed.ok) return failed;
  return ok(read.flatMap((each) => (each.ok ? [each.value] : [])));
}

/** Text without its last line end, which editors and programs add. */
function toValue(bytes: Uint8Array): Result<string, string> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r?\n$/, '');
    return text === '' ? err('the value is empty.') : ok(text);
  } catch {
    return err('the value is not text in UTF-8.');
  }
}

async function readSecretFile(name: string, folder: string): Promise<Result<Uint8Array, string>> {
  const file = path.resolve(folder, name);
  if (isInside(folder, file) && !path.relative(folder, file).split(path.sep).some(isHidden))
    return err(`${name} is in the folder of the workflows, where runs could read it. Put it elsewhere.`);
  try {
    // Not blocked by a pipe that nobody writes to.
    const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const found = await handle.stat();
      if (!found.isFile()) return err(`${name} is not a file.`);
      return found.size > LONGEST ? err(`${name} is larger than 64 KiB.`) : ok(await handle.readFile());
    } finally {
      await handle.close();
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'ENOENT') return err(`there is no file ${name}.`);
    return err(`${name} cannot be read${code === 'EACCES' ? ' by this user' : ` (${String(code)})`}.`);
  }
}

/** What a program prints. It is ended where it takes too long, and where the command is stopped. */
function runProgram(
  { env, signal }: CommandIo,
  [program = '', ...args]: readonly string[],
  folder: string,
): Promise<Result<Uint8Array, string>> {
  const bounds = { timeout: PATIENCE, killSignal: 'SIGKILL', maxBuffer: LONGEST } as const;
  const options = { cwd: folder, env: { ...env }, encoding: 'buffer', windowsHide: true, signal, ...bounds } as const;
  return new Promise((resolve) => {
    const child = execFile(program, args, options, (error, printed) => {
      resolve(error === null ? ok(printed) : err(explain(program, error)));
    });
    child.stdin?.end();
  });
}

/** Without what it printed, which may have the value. */
function explain(program: string, error: ExecFileException): string {
  const tryIt = 'Run it by hand to see why.';
  if (error.code === 'ENOENT') return `there is no program ${program}.`;
  if (error.code === 'EACCES') return `${program} is not a program that this user may run.`;
  if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return `${program} printed more than 64 KiB.`;
  if (error.killed === true) return `${program} did not end within 10 s, and was stopped. ${tryIt}`;
  return typeof error.code === 'number'
    ? `${program} failed with exit code ${error.code}. ${tryIt}`
    : `${program} was stopped before it ended. ${tryIt}`;
}
