import { type ReactNode, useState } from 'react';
import type { Path } from '#engine';
import { readField, renameField } from '#engine/edit';
import { readTyped } from '#engine/numbers';
import { type Data, isDataMap } from '#engine/values';
import { useAnalysis, useIsReadOnly } from '../../session/index.ts';
import { XIcon } from '../../ui/icons.ts';
import { classes, IconButton, TextField, useRowLimit } from '../../ui/index.ts';
import { ExpressionField } from '../expression/ExpressionField.tsx';
import { completerFor } from '../language/completerFor.ts';
import { AddButton, NewKey } from '../parts/AddButton.tsx';
import { commitField, edit } from '../parts/edit.ts';
import { formatScalar } from '../parts/scalarText.ts';
import { YamlPart } from '../parts/YamlPart.tsx';
import styles from './DataRows.module.css';
import { useFieldProblem } from './useInputFields.ts';

export interface DataRowsProps {
  /** The map whose entries are the rows; it need not be there yet. */
  readonly path: Path;
  readonly addLabel?: string | undefined;
  /** The value of a key in the last run, as text. */
  readonly noteOf?: ((key: string, value: Data) => string | undefined) | undefined;
  /** Keys that other parts of the form are for. */
  readonly except?: readonly string[] | undefined;
  /** A name and its short value side by side; else each value below its name, as wide as the form. */
  readonly layout?: 'line' | 'stack' | undefined;
}

/** A map of the author's own keys as rows: each key with a value that may hold expressions. */
export function DataRows({ path, addLabel = 'Add a value', noteOf, except = [], layout }: DataRowsProps): ReactNode {
  const analysis = useAnalysis('own');
  const isReadOnly = useIsReadOnly() !== null;
  const [isAdding, setIsAdding] = useState(false);
  const [added, setAdded] = useState<string | null>(null);
  const data = analysis ? readField(analysis.syntax, path) : undefined;
  const written = isDataMap(data) ? [...data] : [];
  const entries = written.filter(([key]) => !except.includes(key));
  const [shown, more] = useRowLimit(entries);
  if (!analysis) return null;
  if (data !== undefined && data !== null && !isDataMap(data)) {
    return <ValueField path={path} value={data} label="All values" isReadOnly={isReadOnly} />;
  }

  function add(key: string) {
    setIsAdding(false);
    if (key.trim() === '' || written.some(([held]) => held === key)) return;
    if (commitField([...path, key], '')) setAdded(key);
  }

  return (
    <div className={styles.rows}>
      {shown.map(([key, value]) => (
        <div
          key={key}
          className={classes(styles.row, layout === 'line' && styles.line)}
          data-field={[...path, key].join('.')}
        >
          <TextField
            className={styles.key}
            aria-label={`Name of ${key}`}
            title={key}
            disabled={isReadOnly}
            value={key}
            onCommit={(to) => edit((now) => renameField(now, { path: [...path, key], key: to }))}
          />
          <ValueField
            path={[...path, key]}
            value={value}
            label={key}
            note={noteOf?.(key, value)}
            isReadOnly={isReadOnly}
            takesFocus={key === added}
          />
          {!isReadOnly && (
            <IconButton
              className={styles.remove}
              label={`Remove ${key}`}
              icon={<XIcon />}
              size="small"
              onClick={() => commitField([...path, key], undefined)}
            />
          )}
        </div>
      ))}
      {more}
      {isAdding ? (
        <div className={styles.row}>
          <NewKey aria-label="Name of the new value" placeholder="name" onDone={add} />
        </div>
      ) : (
        !isReadOnly && <AddButton onClick={() => setIsAdding(true)}>{addLabel}</AddButton>
      )}
    </div>
  );
}

interface ValueFieldProps {
  readonly path: Path;
  readonly value: Data;
  readonly label: string;
  readonly note?: string | undefined;
  readonly isReadOnly: boolean;
  readonly takesFocus?: boolean | undefined;
}

/** One value: text and other scalars in a line, maps and lists as YAML. */
function ValueField({ path, value, label, note, isReadOnly, takesFocus }: ValueFieldProps): ReactNode {
  const problem = useFieldProblem(path);
  if (typeof value === 'object' && value !== null) {
    return (
      <div className={styles.yaml}>
        <YamlPart path={path} label={label} />
        {note && <p className={styles.note}>{note}</p>}
      </div>
    );
  }
  return (
    <ExpressionField
      aria-label={label}
      value={formatScalar(value)}
      disabled={isReadOnly}
      path={path}
      complete={completerFor(path)}
      note={note}
      problem={problem}
      takesFocus={takesFocus}
      onCommit={(text) => commitField(path, readTyped(text))}
    />
  );
}
