import type { Result } from '../../../base/index.ts';
import type { RunHead } from '../../common/RunHead.ts';
import { UnreadableError } from '../../UnreadableError.ts';

/** Throws an {@link UnreadableError} where it cannot be read what a run was started with. */
export function readHead(id: string, read: () => Result<RunHead, string>): RunHead {
  try {
    const head = read();
    if (head.ok) return head.value;
    throw new Error(head.error);
  } catch (error) {
    throw UnreadableError.ofJournal(id, error);
  }
}
