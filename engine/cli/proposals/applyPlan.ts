import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import type { Files, Finding, ProposalPlan } from '../../author/index.ts';
import { err, ok, type Result } from '../../base/index.ts';
import { Problem, ServedFolder } from '../../server/index.ts';

/**
 * Writes what a plan changes, file by file, each only while it is what the plan was made on. What one file refuses undoes those before it.
 */
export async function applyPlan(
  root: string,
  before: Files,
  plan: ProposalPlan,
): Promise<Result<readonly string[], Finding>> {
  const folder = new ServedFolder(await realpath(root));
  const changed = [...plan.files].filter(([path, text]) => before.get(path) !== text);
  const written: string[] = [];
  for (const [path, text] of changed) {
    const seen = before.get(path);
    try {
      await folder.write(path, encode(text), seen === undefined ? null : fullHash(seen));
      written.push(path);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      await takeBack(folder, written, { before, plan });
      return err({
        code: error.code,
        place: 'path',
        message: error.message,
        next: 'Read the file again and propose the change again.',
      });
    }
  }
  return ok(written);
}

/** Puts back what was written, where no one changed it since. */
async function takeBack(
  folder: ServedFolder,
  written: readonly string[],
  { before, plan }: { readonly before: Files; readonly plan: ProposalPlan },
): Promise<void> {
  for (const path of written.toReversed()) {
    const [was, is] = [before.get(path), plan.files.get(path) ?? ''];
    const undo = was === undefined ? folder.remove(path, fullHash(is)) : folder.write(path, encode(was), fullHash(is));
    await undo.catch(() => undefined);
  }
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function fullHash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
