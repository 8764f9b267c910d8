import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Graph, ShownAnalysis } from '#engine';
import {
  inspected,
  registerPort,
  select,
  session,
  setPanel,
  showTask,
  toggleInspector,
  useDiagnostics,
  useIsReadOnly,
  useSession,
  withPort,
} from '../session/index.ts';
import { ContextMenu, type MenuEntry, matchesShortcut, revealRow, useWindow } from '../ui/index.ts';
import { removeRows, renameRow, switchRows } from './changeTask.ts';
import { countProblems } from './countProblems.ts';
import { OutlineLine } from './OutlineLine.tsx';
import styles from './OutlinePanel.module.css';
import { OUTLINE_ID } from './outlineActions.tsx';
import { findTyped, nextRow, type OutlineRow, toOutlineRows } from './outlineRows.ts';

/** Height of a row, in px: on a phone, for a finger. */
const ROW_HEIGHT = { wide: 28, phone: 44 };

/** Letters typed within this time belong together, in ms. */
const TYPING = 800;

export interface OutlineTreeProps {
  readonly analysis: ShownAnalysis;
  readonly graph: Graph;
  readonly isStale: boolean;
}

/** The tree: it has the focus as a whole and names the row that the keys act on. Only rows in view are drawn. */
export function OutlineTree({ analysis, graph, isStale }: OutlineTreeProps): ReactNode {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [active, setActive] = useState<string | null>(null);
  const [renaming, setRenaming] = useState<string | null>(null);
  const typing = useRef({ text: '', at: 0 });
  const scroller = useRef<HTMLDivElement>(null);
  /** What the menu was opened on; null for the row that keys act on. */
  const menuRow = useRef<OutlineRow | null>(null);
  const isReadOnly = useIsReadOnly() !== null || isStale;
  const selected = useSession((state) => state.document.selection.tasks);
  const diagnostics = useDiagnostics();
  const problems = useMemo(() => countProblems(diagnostics), [diagnostics]);
  const rows = useMemo(() => toOutlineRows(graph, closed), [graph, closed]);
  const isNarrow = useSession((state) => state.view.isNarrow);
  const rowHeight = isNarrow ? ROW_HEIGHT.phone : ROW_HEIGHT.wide;
  const [first, last] = useWindow(scroller, rows.length, rowHeight);
  const treeId = useId();
  const index = Math.max(
    0,
    rows.findIndex(({ id }) => id === active),
  );
  const row = rows[index];

  useEffect(() => registerPort('outline', { focus: () => scroller.current?.focus() }), []);

  // What is selected elsewhere becomes the active row.
  const [only] = selected.size === 1 ? selected : [];
  const [followed, setFollowed] = useState<string>();
  if (only !== followed) {
    setFollowed(only);
    if (only !== undefined) {
      setClosed(withOpen(closed, graph, only));
      setActive(only);
    }
  }
  useEffect(
    () =>
      revealRow(
        scroller.current,
        rows.findIndex(({ id }) => id === active),
        rowHeight,
      ),
    [rows, active, rowHeight],
  );

  const toggle = ({ id, isOpen }: OutlineRow): void => {
    if (isOpen !== null)
      setClosed(isOpen ? new Set([...closed, id]) : new Set([...closed].filter((other) => other !== id)));
  };
  const choose = ({ id }: OutlineRow): void => {
    setActive(id);
    if (isNarrow) setPanel(null);
    if (session.getState().document.selection.tasks.has(id)) edit();
    else showTask(id);
  };
  const mark = ({ id }: OutlineRow): void => {
    const rest = [...selected].filter((other) => other !== id);
    select({ tasks: rest.length === selected.size ? [...rest, id] : rest });
  };
  const remove = ({ id }: OutlineRow): void => {
    if (isReadOnly) return;
    const next = rows.slice(index + 1).find(({ level }) => level <= (row?.level ?? 1)) ?? rows[index - 1];
    if (removeRows(meant(id))) setActive(next?.id ?? null);
  };
  /** All that is selected where the row is part of it, else the row alone. */
  const meant = (id: string): readonly string[] => (selected.has(id) ? [...selected] : [id]);
  const endRename = (to: string | null): void => {
    setRenaming(null);
    if (row && to !== null) renameRow(row.node, to);
    scroller.current?.focus();
  };
  const type = ({ key, timeStamp }: KeyboardEvent): void => {
    const text = timeStamp - typing.current.at < TYPING ? typing.current.text + key : key;
    typing.current = { text, at: timeStamp };
    const found = findTyped(rows, { from: index, typed: text });
    if (found !== undefined) setActive(rows[found]?.id ?? null);
  };
  const act = (event: KeyboardEvent, target: OutlineRow): boolean => {
    const to = nextRow(rows, index, event.key);
    if (to !== undefined) setActive(rows[to]?.id ?? null);
    else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') toggle(target);
    else if (event.key === 'Enter') choose(target);
    else if (event.key === 'F2') setRenaming(isReadOnly ? null : target.id);
    else if (event.key === 'Delete' || event.key === 'Backspace') remove(target);
    else if (event.key === ' ' && event.timeStamp - typing.current.at >= TYPING) mark(target);
    else if (event.key.length === 1) type(event);
    else return false;
    return true;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target === event.currentTarget && row && matchesShortcut(event.nativeEvent, 'Mod+/')) {
      event.preventDefault();
      if (!isReadOnly) switchRows(meant(row.id));
      return;
    }
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!row || !act(event, row)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  const menuEntries = (): readonly MenuEntry[] => {
    const about = menuRow.current ?? row;
    if (!about) return [];
    const ids = meant(about.id);
    const many = ids.length > 1 ? ` ${ids.length} tasks` : '';
    const isOff = ids.every((id) => graph.nodes.get(id)?.task.isDisabled === true);
    return [
      { label: 'Edit', shortcut: 'Enter', onSelect: () => showAndEdit(about.id) },
      {
        label: 'Rename',
        shortcut: 'F2',
        isDisabled: isReadOnly,
        // After the menu has given the focus back.
        onSelect: () => setTimeout(() => setRenaming(about.id), 0),
      },
      {
        label: `${isOff ? 'Enable' : 'Disable'}${many}`,
        shortcut: 'Mod+/',
        isDisabled: isReadOnly,
        onSelect: () => switchRows(ids),
      },
      'separator',
      {
        label: `Delete${many}`,
        shortcut: 'Delete',
        isDanger: true,
        isDisabled: isReadOnly,
        onSelect: () => remove(about),
      },
    ];
  };

  return (
    <ContextMenu label="Task" entries={menuEntries}>
      <div
        ref={scroller}
        id={OUTLINE_ID}
        className={styles.tree}
        data-phone={isNarrow || undefined}
        role="tree"
        aria-label="Tasks"
        aria-multiselectable
        aria-activedescendant={row && index >= first && index < last ? treeId + row.id : undefined}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onContextMenuCapture={() => {
          menuRow.current = null;
        }}
      >
        <div style={{ height: rows.length * rowHeight }} role="presentation">
          <div style={{ transform: `translateY(${first * rowHeight}px)` }} role="presentation">
            {rows.slice(first, last).map((each) => (
              <OutlineLine
                key={each.id}
                row={each}
                analysis={analysis}
                graph={graph}
                elementId={treeId + each.id}
                height={rowHeight}
                isActive={each === row}
                isSelected={selected.has(each.id)}
                problems={problems.get(each.id)}
                onPress={() => choose(each)}
                onToggle={() => toggle(each)}
                onMenu={() => {
                  menuRow.current = each;
                  setActive(each.id);
                }}
                onRename={renaming === each.id ? endRename : null}
              />
            ))}
          </div>
        </div>
      </div>
    </ContextMenu>
  );
}

/** Selects a task and shows its form, once the menu has given the focus back. */
function showAndEdit(id: string): void {
  showTask(id);
  setTimeout(edit, 0);
}

/** Shows the form of what is selected, with the focus in it. */
function edit(): void {
  if (inspected(session.getState()) === null) toggleInspector();
  withPort('inspector', (inspector) => inspector.focus());
}

/** The closed containers without those around a task. */
function withOpen(closed: ReadonlySet<string>, { nodes }: Graph, id: string): ReadonlySet<string> {
  const around = new Set<string>();
  for (let at = nodes.get(id)?.parent; at != null; at = nodes.get(at)?.parent) around.add(at);
  return [...around].some((each) => closed.has(each))
    ? new Set([...closed].filter((each) => !around.has(each)))
    : closed;
}
