import type { RE2JS } from 're2js';

/** Regular expressions were used before their engine was loaded: load it, then repeat the whole operation. */
export class PatternsMissing extends Error {
  override readonly name = 'PatternsMissing';
  override readonly message = 'The engine of regular expressions has not been loaded.';
}

/** The engine once it has been loaded: the one state of this module. */
const loaded: { engine: typeof RE2JS | null } = { engine: null };

/**
 * Loads the engine of regular expressions, which is large and seldom needed. The driver of a run does it before the
 * first input: a machine cannot pause in the middle of a step.
 */
export async function loadPatterns(): Promise<void> {
  loaded.engine ??= (await import('re2js')).RE2JS;
}

/** The engine of regular expressions: linear in time, so that no pattern a user wrote can run away. Throws {@link PatternsMissing}. */
export function patterns(): typeof RE2JS {
  if (loaded.engine === null) throw new PatternsMissing();
  return loaded.engine;
}

/** Runs work without side effects; where it needs regular expressions for the first time, loads them and retries. */
export async function withPatterns<T>(work: () => T): Promise<T> {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof PatternsMissing)) throw error;
    await loadPatterns();
    return work();
  }
}
