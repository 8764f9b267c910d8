import type { ReactNode } from 'react';
import type { Path } from '#engine';
import { readTyped } from '#engine/numbers';
import { type Data, isDataMap } from '#engine/values';
import { useIsReadOnly } from '../../session/index.ts';
import { CodeField, Select, Switch } from '../../ui/index.ts';
import { ExpressionField } from '../expression/ExpressionField.tsx';
import { completerFor } from '../language/completerFor.ts';
import { scriptCompleter } from '../language/scriptCompleter.ts';
import { commitField } from '../parts/edit.ts';
import { labelOf } from '../parts/FieldLabel.tsx';
import { formatScalar } from '../parts/scalarText.ts';
import { YamlPart } from '../parts/YamlPart.tsx';
import { DataRows } from './DataRows.tsx';
import styles from './InputFields.module.css';
import { ItemRows } from './ItemRows.tsx';
import { NumberSetting } from './NumberSetting.tsx';
import { type InputField, useFieldProblem } from './useInputFields.ts';

/** How a value is written: in the control of its kind, as an expression, or as YAML. */
export type InputMode = 'form' | 'expression' | 'yaml';

/** Draws the values of a map inside of another. */
export type RenderFields = (path: Path, fields: readonly InputField[]) => ReactNode;

export interface InputControlProps {
  readonly path: Path;
  readonly field: InputField;
  readonly value: Data | undefined;
  readonly mode: InputMode;
  readonly note: string | undefined;
  readonly problem: string | undefined;
  readonly takesFocus: boolean | undefined;
  readonly renderFields: RenderFields;
  readonly isReadOnly: boolean;
}

/** The control of one value, with what is wrong with it and what it was in the last run. */
export function InputControl(props: InputControlProps): ReactNode {
  const { path, field, mode, note, problem } = props;
  if (mode === 'yaml') return withNotes(<YamlPart path={path} label={labelOf(field.name)} />, note, problem);
  if (field.kind === 'code' && typeof (props.value ?? '') === 'string')
    return withNotes(<ScriptInput {...props} />, note, problem);
  const isText = field.kind === 'text' || field.kind === 'code' || field.kind === 'any';
  if (mode === 'expression' || isText) return <TextInput {...props} />;
  return withNotes(<FormInput {...props} />, note, problem);
}

function withNotes(control: ReactNode, note: string | undefined, problem: string | undefined): ReactNode {
  return (
    <div className={styles.row}>
      {control}
      {problem !== undefined ? (
        <p className={styles.problem}>{problem}</p>
      ) : (
        note !== undefined && <p className={styles.note}>{note}</p>
      )}
    </div>
  );
}

/** Text, code, an expression, or a value whose type is not known. */
function TextInput({ path, field, value, mode, note, problem, takesFocus, isReadOnly }: InputControlProps): ReactNode {
  const { kind, name } = field;
  const isPlain = kind === 'text' && typeof (value ?? '') === 'string';
  return (
    <ExpressionField
      aria-label={labelOf(name)}
      value={isPlain && typeof value === 'string' ? value : formatScalar(value)}
      isMultiline={typeof value === 'string' && value.includes('\n')}
      placeholder={mode === 'expression' ? '{{ … }}' : placeholderOf(field)}
      disabled={isReadOnly}
      path={path}
      complete={completerFor(path)}
      note={note}
      problem={problem}
      takesFocus={takesFocus}
      onCommit={(text) => commitField(path, text === '' ? undefined : isPlain ? text : readTyped(text))}
    />
  );
}

/** JavaScript, in which braces are only braces. */
function ScriptInput({ path, field, value, isReadOnly }: InputControlProps): ReactNode {
  return (
    <CodeField
      aria-label={labelOf(field.name)}
      name={labelOf(field.name)}
      language="javascript"
      complete={scriptCompleter(path)}
      rows={4}
      disabled={isReadOnly}
      value={typeof value === 'string' ? value : ''}
      onCommit={(text) => commitField(path, text === '' ? undefined : text)}
    />
  );
}

function FormInput(props: InputControlProps): ReactNode {
  const { path, field, value, renderFields, isReadOnly } = props;
  const commit = (next: Data | undefined) => void commitField(path, next);
  const renderItem = (at: Path, item: InputField, each: Data) => (
    <Item path={at} field={item} value={each} renderFields={renderFields} />
  );
  switch (field.kind) {
    case 'choice':
      return <Choice {...props} />;
    case 'boolean':
      return (
        <span className={styles.switch}>
          <Switch
            aria-label={labelOf(field.name)}
            checked={typeof value === 'boolean' ? value : field.fallback === true}
            disabled={isReadOnly}
            onChange={(isOn) => commit(isOn === field.fallback ? undefined : isOn)}
          />
          {value === undefined && field.fallback === undefined && <span className={styles.quiet}>not set</span>}
        </span>
      );
    case 'number':
      return (
        <NumberSetting
          aria-label={labelOf(field.name)}
          value={value}
          minimum={field.minimum}
          maximum={field.maximum}
          isInteger={field.isInteger}
          placeholder={placeholderOf(field)}
          disabled={isReadOnly}
          onCommit={commit}
        />
      );
    case 'group':
      return (
        <fieldset className={styles.inner} aria-label={labelOf(field.name)}>
          {renderFields(path, field.fields)}
        </fieldset>
      );
    case 'list':
      return <ItemRows path={path} field={field} items={Array.isArray(value) ? value : []} renderItem={renderItem} />;
    default:
      return (
        <div className={styles.inner} role="group" aria-label={labelOf(field.name)}>
          <DataRows path={path} layout="line" addLabel={`Add to ${labelOf(field.name)}`} />
        </div>
      );
  }
}

const UNSET = 'unset';

function Choice({ path, field, value, isReadOnly }: InputControlProps): ReactNode {
  const { choices, fallback, isRequired, name } = field;
  const fallbackWords = fallback === undefined ? 'Not set' : `${String(fallback)} (default)`;
  const known = choices.map((choice) => ({ value: JSON.stringify(choice), label: String(choice) }));
  const written = isDataMap(value) || Array.isArray(value) ? undefined : value;
  const isUnknown = written !== undefined && !choices.some((choice) => choice === written);
  const options = [
    ...(isRequired && written !== undefined ? [] : [{ value: UNSET, label: fallbackWords }]),
    ...(isUnknown ? [{ value: JSON.stringify(written), label: formatScalar(written) }] : []),
    ...known,
  ];
  return (
    <Select
      aria-label={labelOf(name)}
      value={written === undefined ? UNSET : JSON.stringify(written)}
      options={options}
      disabled={isReadOnly}
      isInvalid={isUnknown}
      onChange={(word) => commitField(path, word === UNSET ? undefined : (JSON.parse(word) as Data))}
    />
  );
}

function placeholderOf({ fallback }: InputField): string | undefined {
  return fallback === undefined ? undefined : `${String(fallback)} (default)`;
}

interface ItemProps {
  readonly path: Path;
  readonly field: InputField;
  readonly value: Data;
  readonly renderFields: RenderFields;
}

/** One item of a list. */
function Item({ field, ...rest }: ItemProps): ReactNode {
  const isReadOnly = useIsReadOnly() !== null;
  const problem = useFieldProblem(rest.path);
  return (
    <InputControl
      {...rest}
      field={field}
      mode={modeOfItem(field, rest.value)}
      note={undefined}
      problem={problem}
      takesFocus={false}
      isReadOnly={isReadOnly}
    />
  );
}

function modeOfItem({ kind }: InputField, value: Data): InputMode {
  if (typeof value === 'string' && value.includes('{{')) return 'expression';
  if (isDataMap(value)) return kind === 'group' || kind === 'map' ? 'form' : 'yaml';
  return Array.isArray(value) && kind !== 'list' ? 'yaml' : 'form';
}
