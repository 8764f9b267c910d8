import { type Data, isJsonObject, type Json, type JsonObject, jsonObject } from '../../base/index.ts';
import type { ExpressionFailure } from '../../expression/index.ts';
import type { RunError } from './Effect.ts';

/** The error codes of format.md section 6. Tools may raise other codes. */
export const ERROR_CODES = [
  'EXECUTION_ERROR',
  'VALIDATION_ERROR',
  'EXPRESSION_ERROR',
  'CONFIGURATION_ERROR',
  'AUTHENTICATION_ERROR',
  'AUTHORIZATION_ERROR',
  'TIMEOUT_ERROR',
  'COMMUNICATION_ERROR',
  'RATE_LIMIT_ERROR',
  'PROVIDER_ERROR',
  'ROUTING_ERROR',
  'REFERENCE_ERROR',
  'IMPORT_ERROR',
  'MEMORY_ERROR',
  'LIMIT_ERROR',
  'REPLAY_MISMATCH',
  'CANCELLED',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** Codes that another attempt cannot help (format.md 6). */
const NEVER_RETRIED: ReadonlySet<string> = new Set<ErrorCode>([
  'VALIDATION_ERROR',
  'CONFIGURATION_ERROR',
  'REFERENCE_ERROR',
  'IMPORT_ERROR',
  'EXPRESSION_ERROR',
  'ROUTING_ERROR',
  'LIMIT_ERROR',
  'AUTHENTICATION_ERROR',
  'AUTHORIZATION_ERROR',
  'CANCELLED',
]);

/** The type in the details of the error of a call that was cut off: it is not known whether it arrived. */
export const UNKNOWN_EFFECT = 'effect.unknown';

/** Whether another attempt may help: by the code alone, but for a call of which it is not known whether it arrived. */
export function isRetryable({ code, details }: RunError): boolean {
  return !NEVER_RETRIED.has(code) && !isUnknownEffect(details);
}

/** Statuses of HTTP by which a server says that the same request will fail again: 400, 401, 403, 404, 405, 410, 422. */
const PERMANENT = /^4(?:0[01345]|10|22)$/;

/** Whether a server said that the request itself is wrong, or a model declined it: another attempt gets the same answer. @param retried statuses that are retried all the same */
export function isPermanent({ details }: RunError, retried: readonly Data[] = []): boolean {
  if (!isJsonObject(details)) return false;
  const { status, reason } = details;
  // A number is tested as it is written.
  return reason === 'refusal' || (PERMANENT.test(status as string) && !retried.includes(status as Data));
}

/** Whether the details of an error say that a call was cut off, and not made again. */
function isUnknownEffect(details: Json): boolean {
  return isJsonObject(details) && details['type'] === UNKNOWN_EFFECT && details['reason'] === 'interrupted';
}

/** An error of the machine: `type` names the rule, `more` is added to `details` next to `{type, reason}`. */
export function runError(code: ErrorCode, type: string, message: string, more: JsonObject = {}): RunError {
  return { code, message, details: { type, reason: message, ...more } };
}

/** An expression's failure as the error of the task that evaluated it; `where` names the field. */
export function expressionError(failure: ExpressionFailure, where: string): RunError {
  const { source, start, end, path } = failure;
  const place = [where, ...path].join('.');
  return {
    code: failure.code,
    message: `${place}: ${failure.message}`,
    details: { type: 'expression', reason: failure.message, field: place, source, start, end },
  };
}

/** The seed's error object as a plain value; null stays null. */
export function errorToJson(error: RunError | null): Json {
  return error === null
    ? null
    : jsonObject([
        ['code', error.code],
        ['message', error.message],
        ['details', error.details],
      ]);
}
