import { type DataMap, err } from '../../base/index.ts';
import { setField } from '../../edit/index.ts';
import type { Refusal } from '../../text/index.ts';
import type { ChangeStep } from './Command.ts';
import { findPart, type PartName } from './findPart.ts';

/** An id that is set leaves behind all that names what has it. */
export const RENAME_INSTEAD: Refusal = {
  code: 'RENAME_INSTEAD',
  subject: 'id',
  message: 'Setting an id would not update what names it.',
};

/** The steps that set fields of a part which was added by the steps before. */
export function setFields(name: PartName, fields: DataMap | undefined): readonly ChangeStep[] {
  return [...(fields ?? [])].map(([key, value]): ChangeStep => {
    return ({ analysis }) => {
      const part = findPart(analysis, name);
      if (!part.ok) return part;
      return key === 'id' ? err(RENAME_INSTEAD) : setField(analysis, { path: [...part.value, key], value });
    };
  });
}
