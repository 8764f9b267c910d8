import { type ReactNode, useState } from 'react';
import type { Path } from '#engine';
import { readSource, restoreSource } from '#engine/edit';
import { type Data, isDataMap } from '#engine/values';
import { useAnalysis, useIsReadOnly } from '../../session/index.ts';
import { BracesIcon, SquareFunctionIcon, XIcon } from '../../ui/icons.ts';
import { classes, IconButton } from '../../ui/index.ts';
import { commitField, edit } from '../parts/edit.ts';
import { FieldLabel, labelOf } from '../parts/FieldLabel.tsx';
import { InputControl, type InputMode, type RenderFields } from './InputControl.tsx';
import styles from './InputFields.module.css';
import { type InputField, useFieldProblem } from './useInputFields.ts';

export interface InputRowProps {
  readonly path: Path;
  readonly field: InputField;
  readonly value: Data | undefined;
  /** What it was in the last run, in a line. */
  readonly note?: string | undefined;
  readonly takesFocus?: boolean | undefined;
  readonly renderFields: RenderFields;
}

/** What was written in a mode that was left, and the whole document then. */
interface Left {
  readonly yaml: string;
  readonly text: string;
}

/** One value of an input: its name, its control, and the other way to write it, which keeps what was there. */
export function InputRow({ path, field, value, note, takesFocus, renderFields }: InputRowProps): ReactNode {
  const isReadOnly = useIsReadOnly() !== null;
  const problem = useFieldProblem(path);
  const analysis = useAnalysis('own');
  const [chosen, setChosen] = useState<InputMode | null>(null);
  // What was written in the mode that was left, so that coming back restores it to the letter.
  const [left, setLeft] = useState<ReadonlyMap<InputMode, Left>>(new Map());
  const mode = chosen ?? modeOf(field, value);
  const other = otherMode(field, mode);

  function change(to: InputMode) {
    if (!analysis) return;
    const written = { yaml: readSource(analysis.syntax, path), text: analysis.syntax.text };
    setLeft(new Map([...left, [mode, written]]));
    setChosen(to);
    const before = left.get(to);
    // Until something is written in the new mode, the text keeps what it has.
    if (before !== undefined && before.yaml !== written.yaml) edit((now) => restoreSource(now, { path, ...before }));
  }

  const text = labelOf(field.name);
  const label = (
    <span className={styles.name}>
      <FieldLabel text={text} description={describe(field)} />
      {field.isRequired && (
        <span className={styles.required} aria-hidden title="Required">
          {' *'}
        </span>
      )}
    </span>
  );
  const tools = !isReadOnly && (
    <>
      {canClear(field, value) && (
        <IconButton
          label={`Remove ${text}`}
          icon={<XIcon />}
          size="small"
          onClick={() => commitField(path, undefined)}
        />
      )}
      {other !== null && (
        <IconButton
          label={OTHER_WORDS[mode === 'form' ? other : 'form'](text)}
          icon={other === 'yaml' || mode === 'yaml' ? <BracesIcon /> : <SquareFunctionIcon />}
          size="small"
          isActive={mode !== 'form'}
          onClick={() => change(other)}
        />
      )}
    </>
  );
  const isLine = LINES.has(field.kind) && mode === 'form';
  return (
    <div className={classes(styles.row, isLine && styles.line)} data-field={path.join('.')}>
      <div className={styles.head}>
        {label}
        {!isLine && <span className={styles.tail}>{tools}</span>}
      </div>
      <div className={styles.control}>
        <InputControl
          path={path}
          field={field}
          value={value}
          mode={mode}
          note={note}
          problem={problem}
          takesFocus={takesFocus}
          renderFields={renderFields}
          isReadOnly={isReadOnly}
        />
        {isLine && tools}
      </div>
    </div>
  );
}

/** Short ones: their control is next to the name. */
const LINES: ReadonlySet<InputField['kind']> = new Set(['number', 'boolean', 'choice']);

const OTHER_WORDS: Readonly<Record<InputMode, (name: string) => string>> = {
  form: (name) => `${name} as a value`,
  expression: (name) => `${name} as an expression`,
  yaml: (name) => `${name} as YAML`,
};

/** The mode that shows what is written. */
function modeOf({ kind }: InputField, value: Data | undefined): InputMode {
  const isCollection = isDataMap(value) || Array.isArray(value);
  if (kind === 'any') return isCollection ? 'yaml' : 'form';
  if (kind === 'text' || kind === 'code') return isCollection ? 'yaml' : 'form';
  if (kind === 'map' || kind === 'group') return fits(isDataMap(value), value);
  if (kind === 'list') return fits(Array.isArray(value), value);
  if (isCollection) return 'yaml';
  if (kind === 'choice' || value === undefined)
    return typeof value === 'string' && value.includes('{{') ? 'expression' : 'form';
  // What is no number and no switch is shown as it is written.
  return typeof value === kind ? 'form' : 'expression';
}

function fits(isFit: boolean, value: Data | undefined): InputMode {
  if (isFit || value === undefined || value === null) return 'form';
  return typeof value === 'string' ? 'expression' : 'yaml';
}

/** The other way to write a value; null where the control takes both. */
function otherMode({ kind }: InputField, mode: InputMode): InputMode | null {
  if (mode !== 'form') return 'form';
  if (kind === 'any') return 'yaml';
  return kind === 'text' || kind === 'code' ? null : 'expression';
}

/** Whether there is something to take away that emptying the control does not. */
function canClear({ kind, fallback, isRequired }: InputField, value: Data | undefined): boolean {
  if (value === undefined) return false;
  if (kind === 'boolean') return fallback === undefined && typeof value === 'boolean';
  return (isDataMap(value) || Array.isArray(value)) && !isRequired;
}

/** What a value is for, after the key that expressions and YAML have for it where that is written otherwise. */
function describe({ name, description, isRequired, fallback, minimum, maximum }: InputField): string {
  const range = [minimum === undefined ? '' : `at least ${minimum}`, maximum === undefined ? '' : `at most ${maximum}`];
  const facts = [
    isRequired ? 'required' : '',
    ...range,
    fallback === undefined ? '' : `by default ${JSON.stringify(fallback)}`,
  ].filter((fact) => fact !== '');
  const words = facts.join(', ');
  const sentence = words === '' ? '' : `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
  const key = labelOf(name).toLowerCase() === name.toLowerCase() ? '' : `${name}:`;
  return [key, description, sentence].filter((part) => part !== '').join(' ');
}
