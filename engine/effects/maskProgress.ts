import type { CallProgress } from './ports.ts';
import { createRedactor } from './secrets/redact.ts';

type Hear = (progress: CallProgress) => void;

/**
 * Masks secrets in text that is shown while it comes, also where one arrives in pieces: the end of a text that may be the
 * beginning of a secret waits for what follows. `secrets` may grow meanwhile.
 */
export function maskProgress(hear: Hear, secrets: ReadonlyMap<string, string>): Hear {
  const held = new Map<string, string>();
  return ({ key, text }) => {
    const whole = createRedactor(secrets).redactText((held.get(key) ?? '') + text);
    const kept = countBeginning(whole, secrets);
    held.set(key, whole.slice(whole.length - kept));
    if (kept < whole.length) hear({ key, text: whole.slice(0, whole.length - kept) });
  };
}

/** How many of the last characters may begin a secret. */
function countBeginning(text: string, secrets: ReadonlyMap<string, string>): number {
  let longest = 0;
  for (const value of secrets.keys()) {
    for (let length = Math.min(value.length - 1, text.length); length > longest; length -= 1) {
      if (value.startsWith(text.slice(text.length - length))) longest = length;
    }
  }
  return longest;
}
