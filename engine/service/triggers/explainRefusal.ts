import type { ServiceRefusal } from '../RunService.ts';

/** Why a start was refused, for the person who has the server: with the first errors of a workflow. */
export function explainRefusal(refusal: ServiceRefusal): string {
  if (refusal.type !== 'check') return refusal.message;
  const errors = refusal.diagnostics.filter(({ severity }) => severity === 'error').slice(0, 3);
  return [refusal.message, ...errors.map(({ message, path }) => `${path.join('.')}: ${message}`)].join(' ');
}
