import { failedExpression, type RunError, tellItems } from '#engine/run';
import { lazyModule } from '../../ui/lazyModule.ts';

/** What tells errors to a person with what failed in their expressions. */
export const telling = lazyModule(() => import('./tellingErrors.ts'));

/** Whether an error is told with what failed in its expression. */
export function isOfExpression(error: RunError): boolean {
  return failedExpression(error) !== null;
}

/** Calls back with how errors are told: at once, unless what reads the expression of one of them is still to be loaded. */
export function withTelling(errors: readonly RunError[], tellAll: (tell: typeof tellItems) => void): void {
  const loaded = telling.loaded();
  if (loaded !== null) tellAll(loaded.tellError);
  else if (!errors.some(isOfExpression)) tellAll(tellItems);
  else
    void telling.load().then(
      ({ tellError }) => tellAll(tellError),
      () => tellAll(tellItems),
    );
}
