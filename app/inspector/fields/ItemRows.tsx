import type { ReactNode } from 'react';
import type { Path } from '#engine';
import { moveListItem } from '#engine/edit';
import { type Data, toData } from '#engine/values';
import { useIsReadOnly } from '../../session/index.ts';
import { ArrowDownIcon, ArrowUpIcon, XIcon } from '../../ui/icons.ts';
import { IconButton } from '../../ui/index.ts';
import { AddButton } from '../parts/AddButton.tsx';
import { commitField, edit } from '../parts/edit.ts';
import { labelOf } from '../parts/FieldLabel.tsx';
import styles from './InputFields.module.css';
import type { InputField } from './useInputFields.ts';

export interface ItemRowsProps {
  readonly path: Path;
  readonly field: InputField;
  readonly items: readonly Data[];
  /** Draws one item in its control. */
  readonly renderItem: (path: Path, field: InputField, value: Data) => ReactNode;
}

/** The items of a list, one below the other: each in its control, moved and removed by its buttons. */
export function ItemRows({ path, field, items, renderItem }: ItemRowsProps): ReactNode {
  const isReadOnly = useIsReadOnly() !== null;
  const item = field.item ?? ANY;
  const label = labelOf(field.name);
  const names = { of: label, count: items.length };
  return (
    <div className={styles.inner}>
      {items.length > 0 && (
        <div className={styles.items} role="list" aria-label={label}>
          {items.map((value, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an item is known by its place alone.
            <div key={`${items.length} ${index}`} className={styles.item} role="listitem">
              {renderItem([...path, index], { ...item, name: `${field.name} ${index + 1}` }, value)}
              {!isReadOnly && <ItemMarks list={path} index={index} {...names} />}
            </div>
          ))}
        </div>
      )}
      {!isReadOnly && (
        <AddButton onClick={() => commitField([...path, items.length], newItem(item))}>{`Add to ${label}`}</AddButton>
      )}
    </div>
  );
}

interface ItemMarksProps {
  readonly list: Path;
  readonly index: number;
  /** What the list is called. */
  readonly of: string;
  readonly count: number;
}

/** What can be done to one item of a list: up, down, away. */
export function ItemMarks({ list, index, of, count }: ItemMarksProps): ReactNode {
  const move = (to: number) => edit((now) => moveListItem(now, { list, from: index, to }));
  const name = `${of} ${index + 1}`;
  return (
    <span className={styles.marks}>
      {count > 1 && (
        <>
          <IconButton
            label={`Move ${name} up`}
            icon={<ArrowUpIcon />}
            size="small"
            disabled={index === 0}
            onClick={() => move(index - 1)}
          />
          <IconButton
            label={`Move ${name} down`}
            icon={<ArrowDownIcon />}
            size="small"
            disabled={index === count - 1}
            onClick={() => move(index + 1)}
          />
        </>
      )}
      <IconButton
        label={`Remove ${name}`}
        icon={<XIcon />}
        size="small"
        onClick={() => commitField([...list, index], undefined)}
      />
    </span>
  );
}

const ANY: InputField = {
  name: '',
  kind: 'any',
  description: '',
  isRequired: true,
  isInteger: false,
  choices: [],
  fields: [],
  item: null,
};

/** What a new item starts from: its default, or the empty value of its kind. */
function newItem({ kind, fallback, choices }: InputField): Data {
  if (fallback !== undefined) return fallback;
  if (kind === 'choice') return choices[0] ?? null;
  if (kind === 'number') return 0;
  if (kind === 'boolean') return false;
  if (kind === 'list') return [];
  return kind === 'group' || kind === 'map' ? toData({}) : '';
}
