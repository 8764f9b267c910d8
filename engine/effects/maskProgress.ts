import type { CallProgress } from './ports.ts';
import { canonicalOf } from './secrets/canonicalForm.ts';
import type { UsedSecrets } from './secrets/UsedSecrets.ts';

type ProgressListener = (progress: CallProgress) => void;

/**
 * Masks secrets in text that is shown while it streams, also where one arrives in pieces: the end of a text that may be the
 * beginning of a secret waits for what follows. `secrets` may grow meanwhile.
 */
export function maskProgress(onProgress: ProgressListener, secrets: UsedSecrets): ProgressListener {
  const held = new Map<string, string>();
  return ({ key, text }) => {
    const whole = secrets.redactor().redactText((held.get(key) ?? '') + text);
    const kept = countBeginning(whole, secrets.values());
    held.set(key, whole.slice(whole.length - kept));
    if (kept < whole.length) onProgress({ key, text: whole.slice(0, whole.length - kept) });
  };
}

/** How many of the last characters may begin a secret, whatever its case and separators. */
function countBeginning(text: string, secrets: Iterable<string>): number {
  let longest = 0;
  for (const value of secrets) {
    const begun = String.fromCharCode(...canonicalOf(value, 'plain'));
    const most = Math.min(value.length * 2, text.length);
    for (let length = most; length > longest; length -= 1) {
      const tail = String.fromCharCode(...canonicalOf(text.slice(text.length - length), 'plain'));
      const isWhole = tail.length >= begun.length;
      if (!isWhole && tail !== '' && begun.startsWith(tail)) longest = length;
      else if (value.startsWith(text.slice(text.length - length))) longest = length;
    }
  }
  return longest;
}
