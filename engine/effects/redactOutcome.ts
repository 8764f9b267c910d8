import type { Outcome } from '../run/index.ts';
import { fail } from './outcome.ts';
import { createRedactor, redact } from './secrets/redact.ts';

/** Masks secret values everywhere in an outcome. A value nested too deeply to be kept is a LIMIT_ERROR. */
export function redactOutcome(outcome: Outcome, secrets: ReadonlyMap<string, string>): Outcome {
  const redactor = createRedactor(secrets);
  try {
    if (!outcome.ok) {
      const { code, message, details } = outcome.error;
      return { ...outcome, error: { code, message: redactor.redactText(message), details: redact(details, redactor) } };
    }
    const warnings = outcome.warnings.map(({ code, message }) => ({ code, message: redactor.redactText(message) }));
    return { ...outcome, value: redact(outcome.value, redactor), warnings };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return fail('LIMIT_ERROR', 'The answer is nested more than 256 levels deep.', {
      type: 'limit',
      reason: 'depth',
      limit: 256,
    });
  }
}
