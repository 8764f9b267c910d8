import { assertNever, isJsonObject } from '../../base/index.ts';
import type { RunError } from '../../run/index.ts';
import type { ServiceRefusal } from '../../service/index.ts';
import type { PlaceMessage } from '../../wire/index.ts';
import { ApiProblem, RETRY_SOON } from './ApiProblem.ts';

/** What the service refused, as a problem of HTTP. */
export function toProblem(refusal: ServiceRefusal): ApiProblem {
  const { message } = refusal;
  switch (refusal.type) {
    case 'unknownRun':
      return new ApiProblem('UNKNOWN_RUN', message);
    case 'unknownWorkflow':
      return new ApiProblem('UNKNOWN_WORKFLOW', message);
    case 'ended':
      return new ApiProblem('RUN_ENDED', message);
    case 'conflict':
      return new ApiProblem('KEY_CONFLICT', message);
    case 'undecided':
      return new ApiProblem('UNDECIDED_CALLS', message);
    case 'notEnded':
      return new ApiProblem('RUN_NOT_ENDED', message);
    case 'inside':
      return new ApiProblem('RUN_INSIDE', message);
    case 'deep':
      return new ApiProblem('STARTED_TOO_DEEP', message);
    case 'busy':
      return new ApiProblem('RUN_BUSY', message);
    case 'draining':
      return new ApiProblem('DRAINING', message, { headers: RETRY_SOON });
    case 'full':
      return new ApiProblem('QUEUE_FULL', message, { headers: RETRY_SOON });
    case 'storage':
      return new ApiProblem('NOT_READY', message, { headers: RETRY_SOON });
    case 'check': {
      const diagnostics = refusal.diagnostics.map(({ code, severity, message: text, path }) => ({
        code,
        severity,
        message: text,
        path,
      }));
      return new ApiProblem('INVALID_WORKFLOW', message, { members: { diagnostics } });
    }
    case 'invalid':
      return new ApiProblem('INVALID_VALUE', message, { members: { errors: placesOf(refusal.error) } });
    default:
      return assertNever(refusal);
  }
}

/** Where a value breaks its schema; the whole value where the error names no place. */
function placesOf({ message, details }: RunError): readonly PlaceMessage[] {
  const errors = isJsonObject(details) ? details['errors'] : undefined;
  if (!Array.isArray(errors) || errors.length === 0) return [{ path: '', message }];
  return errors.filter(isJsonObject).map((error) => ({
    path: typeof error['path'] === 'string' ? error['path'] : '',
    message: typeof error['message'] === 'string' ? error['message'] : message,
  }));
}
