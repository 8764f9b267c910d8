import type { RunInput } from '../run/index.ts';

/** Names of the guessable secrets that a run has used, from its journal; `before`: those used before these inputs. */
export function readExposure(inputs: readonly RunInput[], before: readonly string[] = []): ReadonlySet<string> {
  const names = inputs.flatMap((input) => (input.type === 'effect.completed' ? (input.outcome.exposed ?? []) : []));
  return new Set([...before, ...names]);
}
