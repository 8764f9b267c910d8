import { type ReactNode, useState } from 'react';
import type { Path } from '#engine';
import { editSchema, readField } from '#engine/edit';
import { losesDigits, readTyped } from '#engine/numbers';
import { type Data, type DataMap, isDataMap } from '#engine/values';
import { useAnalysis, useIsReadOnly } from '../../session/index.ts';
import { Field, TextArea, TextField } from '../../ui/index.ts';
import { AddButton } from '../parts/AddButton.tsx';
import { commitField, edit } from '../parts/edit.ts';
import { formatScalar } from '../parts/scalarText.ts';
import { YamlPart } from '../parts/YamlPart.tsx';
import { NOTHING, PropertyRow, TypeSelect, typeOf } from './PropertyRow.tsx';
import styles from './SchemaBuilder.module.css';

export interface SchemaPartProps {
  readonly path: Path;
  /** What the value is called. */
  readonly label: string;
  /** Its type is elsewhere already. */
  readonly hasType?: boolean | undefined;
}

/** Keywords with a control of their own; all others are shown as text. */
const KNOWN = new Set(['type', 'properties', 'required', 'items', 'description', 'default', 'enum', 'title']);

/** A schema in its parts: type, words about it, default and allowed values, the properties of a map, the items of a list. */
export function SchemaPart({ path, label, hasType }: SchemaPartProps): ReactNode {
  const analysis = useAnalysis('own');
  if (!analysis) return null;
  const data = readField(analysis.syntax, path);
  const schema = isDataMap(data) ? data : NOTHING;
  const type = typeOf(schema);
  const isRoot = hasType !== true;
  // An empty one is the start of a map: that is what nearly all of them are.
  const isMap = type === 'object' || (type === null && (schema.has('properties') || (isRoot && schema.size === 0)));
  const others = [...schema.keys()].filter((key) => !KNOWN.has(key));
  return (
    <div className={styles.part}>
      {isRoot && schema.size > 0 && type !== 'object' && (
        <Field label="Type" layout="row">
          <TypeSelect path={path} schema={schema} label={label} />
        </Field>
      )}
      {!isRoot && <Words path={path} schema={schema} type={type} label={label} />}
      {isMap && <Properties path={path} schema={schema} label={label} />}
      {type === 'array' && <Items path={path} schema={schema} label={label} />}
      {others.map((key) => (
        <Field key={key} label={<code>{key}</code>}>
          <YamlPart path={[...path, key]} label={`${key} of ${label}`} />
        </Field>
      ))}
    </div>
  );
}

interface PartProps {
  readonly path: Path;
  readonly schema: DataMap;
  readonly label: string;
}

/** What is said of a value besides its type. */
function Words({ path, schema, type, label }: PartProps & { readonly type: string | null }): ReactNode {
  const isReadOnly = useIsReadOnly() !== null;
  const read = (text: string): Data | undefined => (text.trim() === '' ? undefined : readOfType(text, type));
  const listed = schema.get('enum');
  const fallback = schema.get('default');
  const hasChoices = type !== 'object' && type !== 'array' && type !== 'boolean';
  const isPlainList = listed === undefined || (Array.isArray(listed) && !listed.some(isNested));
  return (
    <>
      <Field label="Description">
        <TextField
          aria-label={`Description of ${label}`}
          disabled={isReadOnly}
          value={formatScalar(schema.get('description'))}
          onCommit={(text) => commitField([...path, 'description'], text === '' ? undefined : text)}
        />
      </Field>
      <Field label="Default">
        {isNested(fallback) ? (
          <YamlPart path={[...path, 'default']} label={`Default of ${label}`} />
        ) : (
          <TextField
            aria-label={`Default of ${label}`}
            isMono
            disabled={isReadOnly}
            value={type === 'string' && typeof fallback === 'string' ? fallback : formatScalar(fallback)}
            onCommit={(text) => commitField([...path, 'default'], read(text))}
          />
        )}
      </Field>
      {hasChoices && (
        <Field label="Allowed values, one a line">
          {isPlainList ? (
            <TextArea
              aria-label={`Allowed values of ${label}`}
              isMono
              rows={Math.min(8, Math.max(1, Array.isArray(listed) ? listed.length : 1))}
              placeholder="anything"
              disabled={isReadOnly}
              value={Array.isArray(listed) ? listed.map((value) => showChoice(value, type)).join('\n') : ''}
              onCommit={(text) => {
                const values = text.split('\n').flatMap((line) => read(line) ?? []);
                commitField([...path, 'enum'], values.length === 0 ? undefined : values);
              }}
            />
          ) : (
            <YamlPart path={[...path, 'enum']} label={`Allowed values of ${label}`} />
          )}
        </Field>
      )}
    </>
  );
}

/** A typed text as a value of a type: where that is a number, `1.50` is 1.5, and what is no number stays text, which the check tells of. */
function readOfType(text: string, type: string | null): Data {
  if (type === 'string') return text;
  const number = Number(text);
  const wantsNumber = type === 'number' || type === 'integer';
  return wantsNumber && Number.isFinite(number) && !losesDigits(text.trim()) ? number : readTyped(text);
}

function isNested(value: Data | undefined): boolean {
  return isDataMap(value) || Array.isArray(value);
}

function showChoice(value: Data, type: string | null): string {
  return type === 'string' && typeof value === 'string' ? value : formatScalar(value);
}

function Properties({ path, schema, label }: PartProps): ReactNode {
  const isReadOnly = useIsReadOnly() !== null;
  const [opened, setOpened] = useState<string | null>(null);
  const properties = schema.get('properties');
  const names = isDataMap(properties) ? [...properties.keys()] : [];
  if (properties !== undefined && properties !== null && !isDataMap(properties))
    return <YamlPart path={[...path, 'properties']} label={`Properties of ${label}`} />;

  function add() {
    const name = freeName(names);
    if (edit((now) => editSchema(now, { path, change: { type: 'add', name } }))) setOpened(name);
  }

  return (
    <div className={styles.properties}>
      {names.length > 0 && (
        <div className={styles.properties} role="list" aria-label={`Properties of ${label}`}>
          {names.map((name, index) => (
            <PropertyRow
              key={name}
              schemaPath={path}
              schema={schema}
              name={name}
              order={{ index, count: names.length }}
              takesFocus={name === opened}
              renderPart={(inner) => <SchemaPart path={inner} label={name} hasType />}
            />
          ))}
        </div>
      )}
      {!isReadOnly && <AddButton onClick={add}>Add a property</AddButton>}
    </div>
  );
}

function Items({ path, schema, label }: PartProps): ReactNode {
  const items = schema.get('items');
  const isSchema = items === undefined || items === null || isDataMap(items);
  const inner = [...path, 'items'];
  if (!isSchema) return <YamlPart path={inner} label={`Items of ${label}`} />;
  const name = `items of ${label}`;
  return (
    <>
      <Field label="Each item" layout="row">
        <TypeSelect path={inner} schema={isDataMap(items) ? items : NOTHING} label={name} />
      </Field>
      {isDataMap(items) && (
        <div className={styles.inner}>
          <SchemaPart path={inner} label={name} hasType />
        </div>
      )}
    </>
  );
}

function freeName(names: readonly string[]): string {
  if (!names.includes('property')) return 'property';
  for (let number = 2; ; number += 1) if (!names.includes(`property_${number}`)) return `property_${number}`;
}
