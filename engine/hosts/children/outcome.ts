import type { Outcome, RunView } from '../../run/index.ts';
import type { StartRefusal } from '../RunRequest.ts';

/** The outcome of a call whose run does not start. */
export function refuse(code: string, reason: string, message: string, file: string): Outcome {
  return { ok: false, error: { code, message, details: { type: 'workflow', reason, file } }, retryAfter: null };
}

/** The outcome of a call that was aborted before its run began. */
export function cancelled(file: string): Outcome {
  return refuse('CANCELLED', 'cancelled', `“${file}” was cancelled before it started.`, file);
}

/** The outcome of a call where the outermost run has started as many others as it may. */
export function refuseNumber(count: number, file: string): Outcome {
  const message = `The run has started ${count} other runs, and may not start more: “${file}” does not run. Give each of them more to do, or divide the work among several runs.`;
  return refuse('LIMIT_ERROR', 'number', message, file);
}

/** The outcome of a call whose file has errors, or whose input does not fit. */
export function refuseStart(failure: StartRefusal, file: string): Outcome {
  if (failure.type === 'input') {
    const { code, message, details } = failure.error;
    return { ok: false, error: { code, message: `“${file}” cannot start: ${message}`, details }, retryAfter: null };
  }
  const [first] = failure.diagnostics.filter(({ severity }) => severity === 'error');
  return refuse('CONFIGURATION_ERROR', 'check', `“${file}” has errors and cannot run: ${first?.message ?? ''}`, file);
}

/** The outcome of a call whose run has ended. */
export function toOutcome(view: RunView, file: string): Outcome {
  const warnings = view.warnings.map(({ code, message }) => ({ code, message: `${file}: ${message}` }));
  if (view.status === 'success')
    return { ok: true, value: view.output ?? null, simulated: isSimulated(view), warnings };
  const { code, message, details } = view.error ?? { code: 'CANCELLED', message: 'It was cancelled.', details: null };
  return {
    ok: false,
    error: {
      code,
      message: `“${file}” failed: ${message}`,
      details: { type: 'workflow', reason: 'failed', file, details },
    },
    retryAfter: null,
  };
}

/** Whether any result in a run was simulated: then the outcome of the call counts as simulated, too. */
function isSimulated({ activations }: RunView): boolean {
  return [...activations.values()].some(({ simulated }) => simulated);
}
