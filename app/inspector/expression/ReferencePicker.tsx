import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Path } from '#engine';
import { startReferenceDrag } from '../../session/workspace/index.ts';
import { ChevronRightIcon, LinkIcon, SearchIcon } from '../../ui/icons.ts';
import {
  Button,
  classes,
  findParentRow,
  moveInRows,
  Popover,
  revealRow,
  TextField,
  useWindow,
} from '../../ui/index.ts';
import { loadLanguage } from '../language/languageService.ts';
import { readableAt } from '../language/referencesFor.ts';
import styles from './ReferenceTree.module.css';
import { lastValueOf, openFirst, orderValues, type ReferenceRow, toReferenceRows } from './toReferenceRows.ts';

export interface ReferencePickerProps {
  /** The field it is for. */
  readonly path: Path;
  readonly onPick: (reference: string) => void;
}

/** A button that opens all that a field can read. */
export function ReferencePicker({ path, onPick }: ReferencePickerProps): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const pick = (reference: string) => {
    setIsOpen(false);
    onPick(reference);
  };
  return (
    <Popover
      label="Values that can be read here"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <Button size="small" icon={<LinkIcon />}>
          Insert a value
        </Button>
      }
    >
      <ReferenceTree path={path} onPick={pick} />
    </Popover>
  );
}

interface ReferencesAtProps extends ReferencePickerProps {
  /** The button that was pressed. */
  readonly at: DOMRect;
  readonly onClose: () => void;
}

/** The same below a button that is drawn elsewhere. */
export function ReferencesAt({ at, path, onPick, onClose }: ReferencesAtProps): ReactNode {
  return (
    <Popover
      label="Values that can be read here"
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      at={{ x: at.left, y: at.bottom }}
    >
      <ReferenceTree path={path} onPick={onPick} />
    </Popover>
  );
}

/** Height of a row, px. */
const HEIGHT = 26;

interface ReferenceTreeProps {
  /** The field it is for. */
  readonly path: Path;
  readonly onPick: (reference: string) => void;
}

/**
 * All that a field can read, as a tree: what the steps before it gave in the last run, else what their schemas promise. A click or
 * Enter takes a value, a drag puts it into any field, and typing finds it.
 */
function ReferenceTree({ path, onPick }: ReferenceTreeProps): ReactNode {
  const [values, setValues] = useState<ReturnType<typeof readableAt> | null>(null);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    let isShown = true;
    loadLanguage().then(
      () => {
        if (!isShown) return;
        const found = orderValues(readableAt(path));
        setValues(found);
        setOpen(openFirst(found));
      },
      () => isShown && setValues([]),
    );
    return () => {
      isShown = false;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the field it was opened for
  }, []);
  const rows = useMemo(() => toReferenceRows(values ?? [], open, query), [values, open, query]);
  const [first, last] = useWindow(scroller, rows.length, HEIGHT);
  const at = Math.min(active, rows.length - 1);

  const go = (index: number): void => {
    setActive(index);
    revealRow(scroller.current, index, HEIGHT);
  };
  const toggle = ({ text, isOpen }: ReferenceRow): void =>
    setOpen(isOpen ? new Set([...open].filter((other) => other !== text)) : new Set([...open, text]));
  const onKeyDown = (event: KeyboardEvent): void => {
    const row = rows[at];
    if (row === undefined) return;
    // With words, these keys are those of the text.
    const isWalk = query === '' || event.key === 'ArrowUp' || event.key === 'ArrowDown';
    const target = isWalk ? moveInRows(event.key, at, rows.length) : undefined;
    if (target !== undefined) go(target);
    else if (event.key === 'Enter') onPick(row.text);
    else if (query !== '') return;
    else if (event.key === 'ArrowRight' && row.isParent && !row.isOpen) toggle(row);
    else if (event.key === 'ArrowLeft' && row.isOpen) toggle(row);
    else if (event.key === 'ArrowLeft') go(findParentRow(rows, at) ?? at);
    else return;
    event.preventDefault();
  };

  return (
    <div className={styles.picker}>
      <TextField
        type="search"
        role="combobox"
        aria-label="Find a value"
        aria-expanded
        aria-haspopup="tree"
        aria-controls={id}
        aria-activedescendant={at >= first && at < last ? `${id}${at}` : undefined}
        placeholder="Find a value"
        size="small"
        value={query}
        onChange={(words) => {
          setQuery(words);
          // Enter takes what was looked for, not what it is in.
          setActive(
            Math.max(
              0,
              toReferenceRows(values ?? [], open, words).findIndex(({ isHit }) => isHit),
            ),
          );
        }}
        onKeyDown={onKeyDown}
        prefix={<SearchIcon aria-hidden />}
      />
      {values !== null && rows.length === 0 && (
        <p className={styles.nothing}>
          {query === '' ? 'There are no values to read here yet.' : `Nothing matches “${query}”.`}
        </p>
      )}
      <div
        ref={scroller}
        id={id}
        className={styles.scroller}
        role="tree"
        aria-label="Values that can be read here"
        tabIndex={-1}
      >
        <div style={{ height: rows.length * HEIGHT }} role="presentation">
          <div style={{ transform: `translateY(${first * HEIGHT}px)` }} role="presentation">
            {rows.slice(first, last).map((row, index) => (
              <Line
                key={row.text}
                row={row}
                id={`${id}${first + index}`}
                isActive={first + index === at}
                onPick={() => onPick(row.text)}
                onToggle={() => toggle(row)}
              />
            ))}
          </div>
        </div>
      </div>
    </div>
  );
}

interface LineProps {
  readonly row: ReferenceRow;
  readonly id: string;
  readonly isActive: boolean;
  readonly onPick: () => void;
  readonly onToggle: () => void;
}

function Line({ row, id, isActive, onPick, onToggle }: LineProps): ReactNode {
  const { text, name, type, level, isParent, isOpen } = row;
  const last = lastValueOf(text);
  return (
    <div
      id={id}
      className={classes(styles.line, isActive && styles.active)}
      style={{ height: HEIGHT, paddingLeft: (level - 1) * 14 + 4 }}
      role="treeitem"
      aria-label={`${name}, ${last ?? type}`}
      aria-level={level}
      aria-selected={isActive}
      {...(isParent ? { 'aria-expanded': isOpen } : {})}
      title={`${text}: ${type}`}
      draggable
      onDragStart={(event) => startReferenceDrag(event.dataTransfer, text)}
      onClick={onPick}
    >
      <ChevronRightIcon
        className={classes(styles.chevron, isOpen && styles.open, !isParent && styles.leaf)}
        aria-hidden
        onClick={(event) => {
          event.stopPropagation();
          onToggle();
        }}
      />
      <span className={styles.name}>{name}</span>
      <span className={styles.type}>{last ?? type}</span>
    </div>
  );
}
