import type { ReactNode } from 'react';
import type { Path } from '#engine';
import { type Data, isDataMap, toJson } from '#engine/values';
import { useIsReadOnly } from '../../session/index.ts';
import { PencilIcon } from '../../ui/icons.ts';
import { Field, IconButton, TextField } from '../../ui/index.ts';
import { describeValue } from '../parts/describeValue.ts';
import { commitField } from '../parts/edit.ts';
import { FieldLabel, labelOf } from '../parts/FieldLabel.tsx';
import { formatScalar } from '../parts/scalarText.ts';
import styles from './InheritedRows.module.css';
import type { InheritedValue } from './readInherited.ts';

export interface InheritedRowsProps {
  /** Of the map that has them. */
  readonly path: Path;
  readonly values: readonly InheritedValue[];
  /** The import as written. */
  readonly from: string;
  /** Whether the keys are the author's own and are shown as written. */
  readonly isOwnKeys?: boolean | undefined;
}

/** What a task has from its import, to read: writing it here takes its place. */
export function InheritedRows({ path, values, from, isOwnKeys }: InheritedRowsProps): ReactNode {
  const isReadOnly = useIsReadOnly() !== null;
  return values.map(({ key, value }) => {
    const description = `Comes from ${from}. Written here, it may have another value.`;
    const text = formatValue(value);
    return (
      <Field
        key={key}
        label={<FieldLabel text={isOwnKeys ? key : labelOf(key)} description={description} />}
        layout="row"
      >
        <div className={styles.row}>
          <TextField value={`${text} · from ${from}`} title={text} readOnly disabled />
          {!isReadOnly && (
            <IconButton
              label={`Write ${key} here`}
              icon={<PencilIcon />}
              size="small"
              onClick={() => commitField([...path, key], value)}
            />
          )}
        </div>
      </Field>
    );
  });
}

/** Characters of a list or a map; its file shows it whole. */
const LONGEST = 60;

function formatValue(value: Data): string {
  return isDataMap(value) || Array.isArray(value) ? describeValue(toJson(value), LONGEST) : formatScalar(value);
}
