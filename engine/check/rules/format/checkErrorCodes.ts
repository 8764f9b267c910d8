import { type Data, findClosest } from '../../../base/index.ts';
import { walkTasks } from '../../../model/index.ts';
import { fixByRenaming, type Rule } from '../../subject/Rule.ts';

/** The codes of errors that Signalbox makes (format.md 6); tools may raise their own. */
const CODES: readonly string[] =
  `EXECUTION_ERROR VALIDATION_ERROR EXPRESSION_ERROR CONFIGURATION_ERROR AUTHENTICATION_ERROR AUTHORIZATION_ERROR
  TIMEOUT_ERROR COMMUNICATION_ERROR RATE_LIMIT_ERROR PROVIDER_ERROR ROUTING_ERROR REFERENCE_ERROR IMPORT_ERROR
  MEMORY_ERROR LIMIT_ERROR REPLAY_MISMATCH CANCELLED`.split(/\s+/);

/** A condition of `on_error` that gives what there is without one. */
const CODE_ITSELF = /^\s*(?:\{\{\s*)?error\??\.code(?:\s*\}\})?\s*$/;

/** Routes of errors by a code that is nearly one of Signalbox's: most likely misspelt, and then never taken. */
export const checkErrorCodes: Rule = function* (subject) {
  for (const { task } of walkTasks(subject.analysis.workflow)) {
    const handler = task.handlers.find(({ name }) => name === 'on_error');
    if (handler === undefined || !asksCode(handler.condition)) continue;
    for (const { key, condition, path } of handler.routes ?? []) {
      if (condition !== null || CODES.includes(key)) continue;
      const written = key.toUpperCase();
      const meant = CODES.find((code) => code === `${written}_ERROR`) ?? findClosest(key, CODES);
      if (meant === undefined) continue;
      const message = `Signalbox has no error "${key}". Did you mean "${meant}"?`;
      yield { code: 'UNKNOWN_ERROR_CODE', path, part: 'key', message, fixes: fixByRenaming(subject, path, meant) };
    }
  }
};

function asksCode(condition: Data | null): boolean {
  return condition === null || (typeof condition === 'string' && CODE_ITSELF.test(condition));
}
