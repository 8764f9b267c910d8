import type { Outcome } from '../../run/index.ts';
import { succeed } from '../outcome.ts';
import type { BuiltInCall } from './BuiltInCall.ts';

/** Runs `core:log`: the note is the step itself, which the run keeps with its input. */
export function runLog({ givenInput }: BuiltInCall<'log'>): Outcome {
  return succeed(givenInput);
}
