import { type ReactNode, useState } from 'react';
import type { Path } from '#engine';
import { readField } from '#engine/edit';
import { type Data, isDataMap } from '#engine/values';
import { useAnalysis, useIsReadOnly } from '../../session/index.ts';
import { labelOf } from '../parts/FieldLabel.tsx';
import { DataRows } from './DataRows.tsx';
import styles from './InputFields.module.css';
import { InputRow } from './InputRow.tsx';
import type { InputField } from './useInputFields.ts';

export interface InputFieldsProps {
  /** The map that holds the values; it need not be there yet. */
  readonly path: Path;
  /** What is known of it by its schema; null while that is found out. */
  readonly fields: readonly InputField[] | null;
  readonly addLabel?: string | undefined;
  /** The value of a key in the last run, as text. */
  readonly noteOf?: ((key: string, value: Data) => string | undefined) | undefined;
}

/** So many values are all shown; of more, those that are optional and not written wait to be asked for. */
const MOST_AT_ONCE = 8;

/** A map as a form: the values its schema names, each in its control, and below them those of the author's own. */
export function InputFields({ path, fields, addLabel, noteOf }: InputFieldsProps): ReactNode {
  const analysis = useAnalysis('own');
  const isReadOnly = useIsReadOnly() !== null;
  const [asked, setAsked] = useState<readonly string[]>([]);
  if (!analysis) return null;
  if (fields === null) return <div aria-busy="true" />;
  const data = readField(analysis.syntax, path);
  const isWhole = data !== undefined && data !== null && !isDataMap(data);
  if (isWhole || fields.length === 0) return <DataRows path={path} addLabel={addLabel} noteOf={noteOf} />;

  const valueOf = (name: string) => (isDataMap(data) ? data.get(name) : undefined);
  const isShown = ({ name, isRequired }: InputField) =>
    fields.length <= MOST_AT_ONCE || isRequired || valueOf(name) !== undefined || asked.includes(name);
  const offered = isReadOnly ? [] : fields.filter((field) => !isShown(field));
  return (
    <div className={styles.fields}>
      {fields.filter(isShown).map((field) => {
        const value = valueOf(field.name);
        return (
          <InputRow
            key={field.name}
            path={[...path, field.name]}
            field={field}
            value={value}
            note={value === undefined ? undefined : noteOf?.(field.name, value)}
            takesFocus={field.name === asked.at(-1)}
            renderFields={(inner, innerFields) => <InputFields path={inner} fields={innerFields} />}
          />
        );
      })}
      {offered.length > 0 && (
        <div className={styles.offers} role="group" aria-label="More values it reads">
          {offered.map(({ name, description }) => (
            <button
              key={name}
              type="button"
              className={styles.offer}
              title={description === '' ? undefined : description}
              aria-label={`Add ${labelOf(name)}`}
              onClick={() => setAsked([...asked, name])}
            >
              {labelOf(name)}
            </button>
          ))}
        </div>
      )}
      <DataRows path={path} addLabel={addLabel} noteOf={noteOf} except={fields.map(({ name }) => name)} />
    </div>
  );
}
