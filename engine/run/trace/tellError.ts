import { tellFailure } from '../../expression/index.ts';
import type { RunError } from '../contract/Effect.ts';
import { failedExpression, tellItems } from './tellItems.ts';

/**
 * The message of an error as a person is told it: items count from 1 ({@link tellItems}), and what failed in an expression is there as it
 * is written, a wrong argument too. In the message itself, which expressions read and runs record, it is not.
 */
export function tellError(error: Pick<RunError, 'message' | 'details'>): string {
  const told = tellItems(error);
  const { reason, source, start, end } = failedExpression(error) ?? {};
  // The message ends with the reason.
  if (typeof reason !== 'string' || typeof source !== 'string' || !told.endsWith(reason)) return told;
  const failure = { message: reason, source, start: Number(start), end: Number(end) };
  return told.slice(0, told.length - reason.length) + tellFailure(failure);
}
