import { isJsonObject, type Json } from '../base/index.ts';
import type { PlacedMessage } from './inputTemplate.ts';
import { readSize } from './keepSchema.ts';

/** How many runs of some workflows there may be, together. */
export interface LimitRule {
  /** The name of a workflow, in which `*` stands for any characters. */
  readonly workflow: string;
  /** At work at a time; null: as many as of all. */
  readonly active: number | null;
  /** Bytes of the disk that one run may take; null: as many as there are. */
  readonly size: number | null;
  /** In the queue; null: as many as of all. */
  readonly queue: number | null;
}

/** Reads `limits`, which fits its schema; the first rule that fits a workflow is its own. Adds to `findings` what is wrong all the same. */
export function readLimits(value: Json | undefined, findings: PlacedMessage[]): readonly LimitRule[] {
  return (Array.isArray(value) ? value : []).map((rule, index) => {
    const { workflow = '', active = null, queue = null, size = null } = isJsonObject(rule) ? rule : {};
    const find = (message: string): void => void findings.push({ path: ['limits', String(index)], message });
    if (active === null && queue === null && size === null) find('has no limit. Add active, queue or size.');
    return {
      workflow: typeof workflow === 'string' ? workflow : '',
      active: typeof active === 'number' ? active : null,
      queue: typeof queue === 'number' ? queue : null,
      size: readSize(size, (message) => findings.push({ path: ['limits', String(index), 'size'], message })),
    };
  });
}
