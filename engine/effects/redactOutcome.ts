import { isJsonObject, type Json, jsonObject } from '../base/index.ts';
import type { Outcome } from '../run/index.ts';
import { fail } from './outcome.ts';
import type { CallProgress } from './ports.ts';
import { canonicalOf } from './secrets/canonicalForm.ts';
import { toTemplateWords } from './secrets/placeholder.ts';
import type { Redactor } from './secrets/redact.ts';
import type { UsedSecrets } from './secrets/UsedSecrets.ts';

/**
 * Masks secret values everywhere in an outcome; an error refers to secrets as its workflow does, `{{ env.NAME }}`. A value nested
 * too deeply to be kept is a LIMIT_ERROR.
 *
 * @param rest waited for between two steps of a large value
 */
export async function redactOutcome(
  outcome: Outcome,
  redactor: Redactor,
  rest?: () => Promise<void>,
): Promise<Outcome> {
  try {
    if (!outcome.ok) {
      const { code, message, details } = outcome.error;
      const inWords = { code, message: toTemplateWords(message), details: mapTexts(details, toTemplateWords) };
      // An error is plain data.
      return { ...outcome, error: redactor.redact(inWords) as typeof inWords };
    }
    const warnings = outcome.warnings.map(({ code, message, path }) => ({
      code,
      message: redactor.redactText(toTemplateWords(message)),
      ...(path === undefined ? {} : { path: redactor.redactText(path) }),
    }));
    const steps = redactor.redactInSteps(outcome.value);
    for (;;) {
      const { done, value } = steps.next();
      if (done === true) return { ...outcome, value, warnings };
      await rest?.();
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return fail('LIMIT_ERROR', 'The answer is nested more than 256 levels deep.', {
      type: 'limit',
      reason: 'depth',
      limit: 256,
    });
  }
}

function mapTexts(value: Json, map: (text: string) => string): Json {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((item: Json) => mapTexts(item, map));
  if (!isJsonObject(value)) return value;
  return jsonObject(Object.entries(value).map(([key, item]) => [map(key), mapTexts(item, map)]));
}

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
