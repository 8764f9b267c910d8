import type { ReactNode } from 'react';
import { type Data, isDataMap, toJson } from '#engine/values';
import { Field, TextField } from '../../ui/index.ts';
import { describeValue } from '../parts/describeValue.ts';
import { FieldLabel, labelOf } from '../parts/FieldLabel.tsx';
import { formatScalar } from '../parts/scalarText.ts';
import type { InheritedValue } from './readInherited.ts';

export interface InheritedRowsProps {
  readonly values: readonly InheritedValue[];
  /** The import as written. */
  readonly from: string;
  /** Whether the keys are the author's own and are shown as written. */
  readonly isOwnKeys?: boolean | undefined;
}

/** What a task has from its import, to read: writing it here takes its place. */
export function InheritedRows({ values, from, isOwnKeys }: InheritedRowsProps): ReactNode {
  return values.map(({ key, value }) => {
    const description = `Comes from ${from}. Write “${key}” here to have another value.`;
    const text = formatValue(value);
    return (
      <Field
        key={key}
        label={<FieldLabel text={isOwnKeys ? key : labelOf(key)} description={description} />}
        layout="row"
      >
        <TextField value={`${text} · from ${from}`} title={text} readOnly disabled />
      </Field>
    );
  });
}

/** Characters of a list or a map; its file shows it whole. */
const LONGEST = 60;

function formatValue(value: Data): string {
  return isDataMap(value) || Array.isArray(value) ? describeValue(toJson(value), LONGEST) : formatScalar(value);
}
