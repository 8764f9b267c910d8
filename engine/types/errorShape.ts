import { describe, mapOf, openMapOf, orNull, type Shape, TEXT } from './Shape.ts';

/** An error as `error` and `tasks.<id>.error` hold it. */
export const ERROR: Shape = mapOf(
  {
    code: describe(TEXT, 'Such as `EXECUTION_ERROR` or `TIMEOUT_ERROR`.'),
    message: describe(TEXT, 'What went wrong.'),
    details: openMapOf({ type: orNull(TEXT), reason: orNull(TEXT) }, 'More about it.'),
  },
  'The error, when it failed.',
);
