import { isJsonObject, type Json } from '../base/index.ts';
import type { RunStarted } from '../run/index.ts';
import { sha256 } from './sha256.ts';

/** What a run is made of: with other parts its journal is that of another run. */
export interface RunParts {
  /** Path of the file that runs. */
  readonly path: string;
  /** Its exact text, and those it imports, by path. */
  readonly source: string;
  readonly files: Iterable<readonly [path: string, text: string]>;
  /** Input, variables, plan, seed and version of the engine; null where a journal has it as its first input. */
  readonly start: RunStarted | null;
}

/**
 * Digests of what a run is made of (SHA-256, hex), written when it starts, each part by itself so that a changed one can
 * be named. It finds what was changed by accident or by hand; whoever changes a part can also write its digest anew.
 */
export interface RunSeal {
  readonly version: 1;
  readonly path: string;
  readonly source: string;
  readonly files: readonly (readonly [path: string, digest: string])[];
  readonly start: string | null;
}

/** Seals a run as it starts. */
export function sealRun({ path, source, files, start }: RunParts): RunSeal {
  return {
    version: 1,
    path: sha256(path),
    source: sha256(source),
    files: Array.from(files, ([file, text]) => [file, sha256(text)] as const),
    start: start === null ? null : sha256(JSON.stringify(start)),
  };
}

/** Reads a seal from a file; null: it is none of a version that is known. */
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

/** Says in words which part of a run is not the one it was sealed with; null: all are. `where` is what holds them. */
export function explainChange(seal: RunSeal, parts: RunParts, where: string): string | null {
  const now = sealRun(parts);
  const advice = `Take the ${where} as it was written, or start a new run.`;
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

/** The next link of a chain of digests: it covers a text and all texts before it. */
export function nextLink(previous: string, text: string): string {
  return sha256(`${previous}\n${text}`);
}
