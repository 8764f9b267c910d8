import { isJsonObject, type Json } from '../base/index.ts';
import type { RunStarted } from '../run/index.ts';
import { sha256 } from './sha256.ts';

/** The parts of a run that a seal covers. */
export interface RunParts {
  /** Path of the file that runs. */
  readonly path: string;
  /** Its exact text, and the texts it imports, by path. */
  readonly source: string;
  readonly files: Iterable<readonly [path: string, text: string]>;
  /** Input, variables, plan, seed and version of the engine; null where a journal has it as its first input. */
  readonly start: RunStarted | null;
}

/**
 * SHA-256 digests (hex) of the parts of a run, written when it starts; one for each part, so that a changed one can be
 * named. They detect changes by accident or by hand, not forgery: whoever changes a part can also replace its digest.
 */
export interface RunSeal {
  readonly version: 1;
  readonly path: string;
  readonly source: string;
  readonly files: readonly (readonly [path: string, digest: string])[];
  readonly start: string | null;
}

/** SHA-256 of a text in UTF-8, 64 hex digits: {@link sha256}, or what a host has that is faster. */
export type DigestText = (text: string) => string;

/** Seals a run as it starts. */
export function sealRun({ path, source, files, start }: RunParts, digest: DigestText = sha256): RunSeal {
  return {
    version: 1,
    path: digest(path),
    source: digest(source),
    files: Array.from(files, ([file, text]) => [file, digest(text)] as const),
    start: start === null ? null : digest(JSON.stringify(start)),
  };
}

/** Reads a seal from a file; null where it is not a seal of a known version. */
export function readSeal(value: Json | undefined): RunSeal | null {
  if (!isJsonObject(value) || value['version'] !== 1) return null;
  const { path, source, files, start } = value;
  if (typeof path !== 'string' || typeof source !== 'string' || !Array.isArray(files)) return null;
  const pairs: RunSeal['files'] = files.flatMap((pair: Json) => {
    const [file, digest]: readonly Json[] = Array.isArray(pair) ? pair : [];
    return typeof file === 'string' && typeof digest === 'string' ? [[file, digest] as const] : [];
  });
  if (pairs.length !== files.length || (start !== null && typeof start !== 'string')) return null;
  return { version: 1, path, source, files: pairs, start };
}

/** The message about the first part that differs from its seal; null without one. `where`: what holds the parts, such as `journal`. */
export function explainChange(
  seal: RunSeal,
  parts: RunParts,
  where: string,
  digest: DigestText = sha256,
): string | null {
  const now = sealRun(parts, digest);
  const advice = `Use the ${where} as it was written, or start a new run.`;
  if (now.source !== seal.source)
    return `The workflow text in this ${where} is not the one the run was started with: it was changed afterwards. ${advice}`;
  const sealed = new Map(seal.files);
  for (const [file, digest] of now.files)
    if (sealed.get(file) !== digest)
      return `The imported text “${file}” in this ${where} is not the one the run was started with: it was ${sealed.has(file) ? 'changed' : 'added'} afterwards. ${advice}`;
  const [gone] = seal.files.find(([file]) => !now.files.some(([other]) => other === file)) ?? [];
  if (gone !== undefined)
    return `The imported text “${gone}” that the run was started with is missing in this ${where}. ${advice}`;
  if (now.path !== seal.path)
    return `The path in this ${where} is not that of the file the run was started with: it was changed afterwards. ${advice}`;
  if (now.start !== seal.start)
    return `The start of the run in this ${where} was changed afterwards: its input, its variables, its plan or the version of the engine. ${advice}`;
  return null;
}

/** The next link of a hash chain: SHA-256 over the previous link and a text. */
export function nextLink(previous: string, text: string, digest: DigestText = sha256): string {
  return digest(`${previous}\n${text}`);
}
