import { type ReactNode, useState } from 'react';
import type { Path } from '#engine';
import { editSchema, type SchemaChange } from '#engine/edit';
import { type DataMap, isDataMap } from '#engine/values';
import { useIsReadOnly } from '../../session/index.ts';
import {
  ArrowDownIcon,
  ArrowUpIcon,
  AsteriskIcon,
  ChevronRightIcon,
  EllipsisIcon,
  Trash2Icon,
} from '../../ui/icons.ts';
import { classes, IconButton, Menu, TextField } from '../../ui/index.ts';
import { edit } from '../parts/edit.ts';
import { YamlPart } from '../parts/YamlPart.tsx';
import styles from './SchemaBuilder.module.css';
import { TypeSelect } from './TypeSelect.tsx';
import { tellReaders } from './tellReaders.ts';

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
