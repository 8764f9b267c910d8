import type { ReactNode } from 'react';
import { ChevronRightIcon, CopyIcon, ExpandIcon, LinkIcon } from '../icons.ts';
import styles from './ValueTree.module.css';
import {
  escapeHidden,
  type FoundValues,
  isCutText,
  keysOf,
  memberOf,
  type PlainValue,
  toPointer,
  type ValueRow,
} from './valueRows.ts';

/** What copying a line's value gives: a text as it is, everything else as JSON. */
export function textOf({ value }: ValueRow): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

export interface ValueLineProps {
  readonly row: ValueRow;
  /** In px. */
  readonly height: number;
  readonly elementId: string;
  readonly label: string;
  readonly isActive: boolean;
  readonly isMatch: boolean;
  readonly onToggle: () => void;
  readonly onCopy: (text: string) => void;
  /** Shows the value for itself; undefined: nothing does. */
  readonly onRead: ((path: string, value: PlainValue) => void) | undefined;
  readonly onDrag?: ((transfer: DataTransfer, path: string) => void) | undefined;
}

/** One line of a value's tree, with its buttons while it is pointed at or active. */
export function ValueLine(props: ValueLineProps): ReactNode {
  const { row, height, elementId, label, isActive, isMatch, onToggle, onCopy, onRead, onDrag } = props;
  return (
    <div
      id={elementId}
      role="treeitem"
      aria-level={row.depth + 1}
      aria-selected={isActive}
      aria-expanded={row.isEmpty ? undefined : row.isOpen}
      className={styles.row}
      data-active={isActive || undefined}
      data-match={isMatch || undefined}
      style={{ height, paddingLeft: 4 + row.depth * 14 }}
      draggable={onDrag !== undefined && row.hidden === undefined}
      onDragStart={(event) => onDrag?.(event.dataTransfer, label + row.path)}
      onClick={onToggle}
    >
      <ChevronRightIcon
        size={12}
        className={styles.chevron}
        data-open={row.isOpen || undefined}
        data-leaf={row.isEmpty || undefined}
        aria-hidden
      />
      {row.name !== null && <span className={styles.name}>{escapeHidden(row.name)}</span>}
      <span className={styles.preview} data-kind={row.kind} data-more={row.hidden !== undefined || undefined}>
        {row.preview}
      </span>
      {onRead !== undefined && isCutText(row.value) && <span className={styles.length}>{formatSize(row.value)}</span>}
      {row.hidden === undefined && (
        <span className={styles.tools}>
          {onRead !== undefined && row.depth > 0 && (
            <LineButton title="Read" icon={<ExpandIcon size={12} />} onPress={() => onRead(row.path, row.value)} />
          )}
          <LineButton title="Copy path" icon={<LinkIcon size={12} />} onPress={() => onCopy(label + row.path)} />
          <LineButton title="Copy value" icon={<CopyIcon size={12} />} onPress={() => onCopy(textOf(row))} />
        </span>
      )}
    </div>
  );
}

function formatSize(text: string): string {
  return `${text.length.toLocaleString('en')} characters`;
}

interface LineButtonProps {
  readonly title: string;
  readonly icon: ReactNode;
  readonly onPress: () => void;
}

function LineButton({ title, icon, onPress }: LineButtonProps): ReactNode {
  return (
    <button
      type="button"
      className={styles.tool}
      title={title}
      aria-label={title}
      tabIndex={-1}
      onClick={(event) => {
        event.stopPropagation();
        onPress();
      }}
    >
      {icon}
    </button>
  );
}

/** Matches found before a search stops. */
const MATCH_LIMIT = 1000;

/** Parts of a value that a search looks at in one step. */
const STEP = 2_000;

/** A part of a value that a search looks at, with the one around it, and how far it is in what is inside. */
interface ValuePart {
  readonly id: string;
  readonly name: string;
  readonly value: PlainValue;
  readonly around: ValuePart | null;
  /** Of a map. */
  readonly keys: readonly string[];
  /** How many of its members were looked at. */
  seen: number;
}

/**
 * Ids of the parts whose key or scalar text holds `query` (case does not count), at most 1,000, in order, and the ids of the lists
 * and maps that must be open to show them. Each step looks at some parts, and answers with what is found so far.
 */
export function* searchSteps(value: PlainValue, query: string): Generator<FoundValues, FoundValues> {
  const wanted = query.toLowerCase();
  const found = { matches: new Set<string>(), open: new Set<string>() };
  if (wanted === '') return found;
  let looked = 0;
  let part: ValuePart | null = look(found, wanted, toPart({ id: '', name: '', value }, null));
  while (part !== null && found.matches.size < MATCH_LIMIT) {
    const inner = nextInside(part);
    part = inner === null ? part.around : look(found, wanted, inner);
    looked += 1;
    if (looked % STEP === 0) yield found;
  }
  yield found;
  return found;
}

function toPart(member: Pick<ValuePart, 'id' | 'name' | 'value'>, around: ValuePart | null): ValuePart {
  return { ...member, around, keys: keysOf(member.value), seen: 0 };
}

/** Notes a part where it holds what is looked for. */
function look(found: { matches: Set<string>; open: Set<string> }, wanted: string, part: ValuePart): ValuePart {
  if (holds(part, wanted)) {
    found.matches.add(part.id);
    for (let at = part.around; at !== null && !found.open.has(at.id); at = at.around) found.open.add(at.id);
  }
  return part;
}

function holds({ name, value }: ValuePart, wanted: string): boolean {
  if (name.toLowerCase().includes(wanted)) return true;
  const isScalar = typeof value !== 'object' || value === null;
  return isScalar && String(value).toLowerCase().includes(wanted);
}

/** The next part inside of one; null where all were looked at. */
function nextInside(part: ValuePart): ValuePart | null {
  const { id, value, keys, seen } = part;
  part.seen += 1;
  if (Array.isArray(value)) {
    if (seen >= value.length) return null;
    return toPart({ id: `${id}/${seen}`, name: String(seen), value: value[seen] ?? null }, part);
  }
  const key = keys[seen];
  if (key === undefined) return null;
  return toPart({ id: `${id}/${toPointer(key)}`, name: key, value: memberOf(value, key) }, part);
}

/** All that {@link searchSteps} finds. */
export function searchValue(value: PlainValue, query: string): FoundValues {
  const steps = searchSteps(value, query);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}
