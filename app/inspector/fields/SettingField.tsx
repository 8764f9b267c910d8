import { type ReactNode } from 'react';
import type { Path } from '#engine';
import type { SchemaProperty } from '#engine/model';
import { readTyped } from '#engine/numbers';
import { type Data, isDataMap } from '#engine/values';
import { useIsReadOnly } from '../../session/index.ts';
import { Combobox, Field, Select, Switch } from '../../ui/index.ts';
import { ExpressionField } from '../expression/ExpressionField.tsx';
import { bareCompleterFor, completerFor } from '../language/completerFor.ts';
import { commitField } from '../parts/edit.ts';
import { FieldLabel, labelOf } from '../parts/FieldLabel.tsx';
import { Group } from '../parts/Group.tsx';
import { formatScalar } from '../parts/scalarText.ts';
import { YamlPart } from '../parts/YamlPart.tsx';
import { SchemaBuilder } from '../schema/SchemaBuilder.tsx';
import { DataRows } from './DataRows.tsx';
import { DurationField, isTemplateText, NumberSetting } from './NumberSetting.tsx';
import { UseField } from './UseField.tsx';
import { useFieldProblem } from './useInputFields.ts';
import { useRunNote } from './useRunNote.ts';

export interface SettingFieldProps {
  readonly path: Path;
  readonly property: SchemaProperty;
  readonly value: Data | undefined;
  /** The fields of a map with free keys. */
  readonly renderFields: (path: Path) => ReactNode;
}

/** One field of the format with its label: the control its schema asks for; YAML for values that fit no control. */
export function SettingField({ path, property, value, renderFields }: SettingFieldProps): ReactNode {
  const problem = useFieldProblem(path);
  const saysItself =
    property.kind === 'duration' || property.type.includes('number') || property.type.includes('integer');
  const text = labelOf(property.key);
  const isNested = property.type.length === 1 && property.type[0] === 'object' && property.kind === undefined;
  if (isNested && !property.isOpen && (value === undefined || isDataMap(value))) {
    return (
      <Group title={text} path={path} startsClosed={value === undefined}>
        {renderFields(path)}
      </Group>
    );
  }
  const isWide =
    isDataMap(value) ||
    Array.isArray(value) ||
    property.kind === 'code' ||
    property.kind === 'schema' ||
    isLongText(property) ||
    takesMap(property) ||
    property.type.length === 0;
  const name = (
    <>
      <FieldLabel text={text} description={property.description} />
      {property.isRequired && value === undefined && <span aria-label="required"> *</span>}
    </>
  );
  return (
    <Field
      field={path.join('.')}
      label={name}
      layout={isWide ? 'stack' : 'row'}
      error={saysItself ? undefined : problem}
    >
      <Control path={path} property={property} value={value} />
    </Field>
  );
}

function takesCollection({ type }: SchemaProperty): boolean {
  return type.includes('array') || (type.includes('object') && !type.includes('string'));
}

function takesMap({ type, isOpen }: SchemaProperty): boolean {
  return isOpen && type.includes('object') && !type.includes('string');
}

function Control({ path, property, value }: Omit<SettingFieldProps, 'renderFields'>): ReactNode {
  const isReadOnly = useIsReadOnly() !== null;
  const { type, kind } = property;
  const commit = (next: Data | undefined) => void commitField(path, next);
  const placeholder = placeholderOf(property);
  if (kind === 'schema') return <SchemaBuilder path={path} label={labelOf(property.key)} />;
  if (isDataMap(value) || Array.isArray(value)) {
    return kind === 'template' && isDataMap(value) ? (
      <DataRows path={path} />
    ) : (
      <YamlPart path={path} label={property.key} />
    );
  }
  if (kind === 'reference') return <UseField path={path} value={value} />;
  if (kind === 'duration')
    return <DurationField value={value} onCommit={commit} placeholder={placeholder} disabled={isReadOnly} />;
  const isTemplate = typeof value === 'string' && isTemplateText(value);
  if (property.enum && !isTemplate)
    return <Choice property={property} value={value} onCommit={commit} isReadOnly={isReadOnly} />;
  const isSwitch = typeof value === 'boolean' || value === undefined;
  if (type.includes('boolean') && type.length === 1 && isSwitch) {
    return <Toggle property={property} value={value} onCommit={commit} isReadOnly={isReadOnly} />;
  }
  if ((type.includes('number') || type.includes('integer')) && kind !== 'expression') {
    const { minimum, maximum } = property;
    const range = { minimum, maximum, isInteger: type.includes('integer') };
    return <NumberSetting {...range} value={value} onCommit={commit} placeholder={placeholder} disabled={isReadOnly} />;
  }
  const isOpenValue = kind === 'template' && (takesMap(property) || (type.length === 0 && value === undefined));
  if (isOpenValue) return <DataRows path={path} />;
  if (kind !== 'expression' && takesCollection(property)) return <YamlPart path={path} label={property.key} />;
  return <TextControl path={path} property={property} value={value} isReadOnly={isReadOnly} onCommit={commit} />;
}

/** Text, a template or an expression, with its value in the last run. */
function TextControl({
  path,
  property,
  value,
  onCommit,
  isReadOnly,
}: ControlProps & { readonly path: Path }): ReactNode {
  const { type, kind } = property;
  const isBare = kind === 'expression';
  const isPlainText = type.length === 1 && type[0] === 'string';
  const words = property.examples.filter((example) => typeof example === 'string');
  const runNote = useRunNote(typeof value === 'string' ? value : '', isBare);
  const isInClear = property.isSecret && typeof value === 'string' && value !== '' && !value.includes('{{');
  if (words.length > 2 && isPlainText) {
    return (
      <Combobox
        value={formatScalar(value)}
        options={words.map((word) => ({ value: word }))}
        disabled={isReadOnly}
        onCommit={(text) => onCommit(text === '' ? undefined : text)}
      />
    );
  }
  return (
    <ExpressionField
      value={isPlainText && typeof value === 'string' ? value : formatScalar(value)}
      isBare={isBare}
      isMultiline={kind === 'code' || isLongText(property)}
      isProse={isLongText(property)}
      placeholder={placeholderOf(property)}
      disabled={isReadOnly}
      path={property.acceptsTemplate ? path : undefined}
      complete={property.acceptsTemplate ? (isBare ? bareCompleterFor : completerFor)(path) : undefined}
      note={isInClear ? SECRET_NOTE : property.isSecret ? undefined : runNote}
      onCommit={(text) => onCommit(text === '' ? undefined : isPlainText ? text : readTyped(text))}
    />
  );
}

const SECRET_NOTE = 'In clear text. Put it in a variable and write {{ env.NAME }}.';

/** Texts written in sentences. */
function isLongText({ key }: SchemaProperty): boolean {
  return key === 'instructions' || key === 'description' || key === 'template' || key === 'content';
}

function placeholderOf({ default: fallback, examples }: SchemaProperty): string | undefined {
  if (isScalar(fallback)) return String(fallback);
  const [example] = examples;
  return typeof example === 'string' || typeof example === 'number' ? `e.g. ${example}` : undefined;
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

interface ControlProps {
  readonly property: SchemaProperty;
  readonly value: Data | undefined;
  readonly onCommit: (value: Data | undefined) => void;
  readonly isReadOnly: boolean;
}

const UNSET = '\u0000unset';

function Choice({ property, value, onCommit, isReadOnly }: ControlProps): ReactNode {
  const fallback = isScalar(property.default) ? `${property.default} (default)` : 'Not set';
  const options = [
    ...(property.isRequired ? [] : [{ value: UNSET, label: fallback }]),
    ...(property.enum ?? []).map((word) => ({ value: String(word), label: String(word) })),
  ];
  return (
    <Select
      value={value === undefined ? (property.isRequired ? null : UNSET) : formatScalar(value)}
      options={options}
      disabled={isReadOnly}
      isInvalid={value !== undefined && !property.enum?.some((word) => word === value)}
      onChange={(word) => onCommit(word === UNSET ? undefined : word)}
    />
  );
}

/** On or off. Switching back to the default takes the key away again. */
function Toggle({ property, value, onCommit, isReadOnly }: ControlProps): ReactNode {
  const fallback = property.default === true;
  return (
    <span style={{ display: 'flex', alignItems: 'center', minHeight: 'var(--control)' }}>
      <Switch
        checked={typeof value === 'boolean' ? value : fallback}
        disabled={isReadOnly}
        onChange={(isOn) => onCommit(isOn === fallback ? undefined : isOn)}
      />
    </span>
  );
}
