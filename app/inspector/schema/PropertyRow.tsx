import { type ReactNode, useState } from 'react';
import type { Path } from '#engine';
import { editSchema, type SchemaChange } from '#engine/edit';
import { type DataMap, isDataMap } from '#engine/values';
import { activeAnalysis, notify, useIsReadOnly } from '../../session/index.ts';
import {
  ArrowDownIcon,
  ArrowUpIcon,
  AsteriskIcon,
  ChevronRightIcon,
  EllipsisIcon,
  Trash2Icon,
} from '../../ui/icons.ts';
import { classes, IconButton, Menu, Select, TextField } from '../../ui/index.ts';
import { languageService, loadLanguage } from '../language/languageService.ts';
import { commitField, edit } from '../parts/edit.ts';
import { formatScalar } from '../parts/scalarText.ts';
import { YamlPart } from '../parts/YamlPart.tsx';
import styles from './SchemaBuilder.module.css';

export interface PropertyRowProps {
  /** Of the schema that has the property. */
  readonly schemaPath: Path;
  readonly schema: DataMap;
  readonly name: string;
  readonly order: { readonly index: number; readonly count: number };
  /** It was added a moment ago: its name is typed now. */
  readonly takesFocus: boolean;
  /** Draws all that is said of it. */
  readonly renderPart: (path: Path) => ReactNode;
}

/** A property in a line: its name, its type, whether it is required; opened, all that is said of it. */
export function PropertyRow({ schemaPath, schema, name, order, takesFocus, renderPart }: PropertyRowProps): ReactNode {
  const isReadOnly = useIsReadOnly() !== null;
  const [isOpen, setIsOpen] = useState(false);
  const path = [...schemaPath, 'properties', name];
  const properties = schema.get('properties');
  const property = isDataMap(properties) ? properties.get(name) : undefined;
  const required = schema.get('required');
  const isRequired = Array.isArray(required) && required.includes(name);
  const change = (what: SchemaChange) => edit((now) => editSchema(now, { path: schemaPath, change: what }));
  const { index, count } = order;
  return (
    <div role="listitem" className={styles.property} data-field={path.join('.')}>
      <div className={styles.line}>
        <IconButton
          className={classes(isOpen && styles.open)}
          label={isOpen ? `Less of ${name}` : `More of ${name}`}
          aria-expanded={isOpen}
          icon={<ChevronRightIcon />}
          size="small"
          onClick={() => setIsOpen(!isOpen)}
        />
        <TextField
          ref={(input) => {
            if (takesFocus && input !== null && !input.dataset['was']) {
              input.dataset['was'] = 'focused';
              input.focus();
              input.select();
            }
          }}
          aria-label={`Name of property ${name}`}
          isMono
          disabled={isReadOnly}
          value={name}
          onCommit={(to) => {
            if (change({ type: 'rename', name, to: to.trim() })) tellReaders(schemaPath, name);
          }}
        />
        {isDataMap(property) ? <TypeSelect path={path} schema={property} label={name} /> : <span />}
        <IconButton
          label={isRequired ? `${name} is required` : `${name} is optional`}
          icon={<AsteriskIcon />}
          size="small"
          isActive={isRequired}
          disabled={isReadOnly}
          onClick={() => change({ type: 'require', name, isRequired: !isRequired })}
        />
        {!isReadOnly && (
          <Menu
            align="end"
            trigger={<IconButton size="small" label={`More for ${name}`} icon={<EllipsisIcon />} />}
            entries={[
              {
                label: 'Move up',
                icon: <ArrowUpIcon />,
                isDisabled: index === 0,
                onSelect: () => change({ type: 'move', name, index: index - 1 }),
              },
              {
                label: 'Move down',
                icon: <ArrowDownIcon />,
                isDisabled: index === count - 1,
                onSelect: () => change({ type: 'move', name, index: index + 1 }),
              },
              'separator',
              {
                label: 'Remove',
                icon: <Trash2Icon />,
                isDanger: true,
                onSelect: () => {
                  if (change({ type: 'remove', name })) tellReaders(schemaPath, name);
                },
              },
            ]}
          />
        )}
      </div>
      {isOpen && (
        <div className={styles.inner}>
          {isDataMap(property) ? renderPart(path) : <YamlPart path={path} label={`Schema of ${name}`} />}
        </div>
      )}
    </div>
  );
}

/**
 * Says how many expressions read a property of the workflow's input by a name it has no longer: they stay as they are. For
 * other schemas who reads them is not known.
 */
export function tellReaders(schema: Path, name: string): void {
  if (schema.join('.') !== 'schema.input') return;
  void loadLanguage().then(() => {
    const analysis = activeAnalysis('shown');
    const reads = analysis === null ? [] : (languageService()?.listReads(analysis) ?? []);
    const count = reads.filter(
      ({ root, keys }) => root === 'workflow' && keys[0] === 'input' && keys[1] === name,
    ).length;
    if (count === 0) return;
    const words = count === 1 ? '1 expression still reads' : `${count} expressions still read`;
    notify({ kind: 'info', message: `${words} workflow.input.${name}. Find shows where (Ctrl+Shift+F).` });
  });
}

/** A schema that says nothing. */
export const NOTHING: DataMap = new Map();

/** The one type a schema names; null where it names none, or several. */
export function typeOf(schema: DataMap): string | null {
  const type = schema.get('type');
  return typeof type === 'string' ? type : null;
}

const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array'] as const;
const ANY = 'any';

interface TypeSelectProps {
  readonly path: Path;
  readonly schema: DataMap;
  readonly label: string;
}

/** The type of a value; several at once are shown as they are written. */
export function TypeSelect({ path, schema, label }: TypeSelectProps): ReactNode {
  const isReadOnly = useIsReadOnly() !== null;
  const written = schema.get('type');
  const shown = Array.isArray(written)
    ? written.map(formatScalar).join(' | ')
    : written === undefined
      ? ANY
      : formatScalar(written);
  const words: readonly string[] = TYPES;
  const options = [...(shown === ANY || words.includes(shown) ? [] : [shown]), ...words, ANY].map((value) => ({
    value,
    label: value,
  }));
  return (
    <Select<string>
      size="small"
      aria-label={`Type of ${label}`}
      value={shown}
      options={options}
      disabled={isReadOnly}
      onChange={(value) => value !== shown && commitField([...path, 'type'], value === ANY ? undefined : value)}
    />
  );
}
