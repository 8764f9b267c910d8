import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { type Diagnostic, drawnGraph, type Graph, type ShownAnalysis } from '#engine';
import {
  inspected,
  registerPort,
  select,
  session,
  setPanel,
  showTask,
  toggleInspector,
  useAnalysis,
  useDiagnostics,
  useIsReading,
  useIsReadOnly,
  useIsStale,
  useSession,
  withPort,
} from '../session/index.ts';
import { ListTreeIcon } from '../ui/icons.ts';
import {
  ContextMenu,
  countProblems,
  EmptyState,
  type MenuEntry,
  Panel,
  type ProblemCount,
  revealRow,
  useWindow,
} from '../ui/index.ts';
import { OutlineLine } from './OutlineLine.tsx';
import styles from './OutlinePanel.module.css';
import { OUTLINE_ID } from './outlineActions.tsx';
import { type OutlineRow, removeRows, renameRow, switchRows, useOutlineRows } from './outlineRows.ts';
import { useTreeKeys } from './useTreeKeys.ts';

/** The tasks of the open file, each with what it is, where it leads, its state in the run on screen and its problems. */
export function OutlinePanel(): ReactNode {
  const analysis = useAnalysis('drawn');
  const isStale = useIsStale();
  const reading = useIsReading();
  const graph = analysis && drawnGraph(analysis);
  if (!analysis || graph === null || graph.nodes.size === 0) {
    return (
      <Panel title="Outline">
        <EmptyState icon={<ListTreeIcon />} title={reading ?? (analysis ? 'No tasks yet' : 'No file is open')}>
          {analysis && 'Add the first task, and it is listed here.'}
        </EmptyState>
      </Panel>
    );
  }
  return (
    <Panel title="Outline" className={styles.panel}>
      {isStale && <p className={styles.stale}>The YAML is broken, so this is how it was.</p>}
      <OutlineTree key={analysis.path} analysis={analysis} graph={graph} isStale={isStale} />
    </Panel>
  );
}

/** Height of a row, in px: on a phone, for a finger. */
const ROW_HEIGHT = { wide: 28, phone: 44 };

interface OutlineTreeProps {
  readonly analysis: ShownAnalysis;
  readonly graph: Graph;
  readonly isStale: boolean;
}

/** The tree: it has the focus as a whole and names the row that the keys act on. Only rows in view are drawn. */
function OutlineTree({ analysis, graph, isStale }: OutlineTreeProps): ReactNode {
  const { rows, activeAt, activate, toggle } = useOutlineRows(graph);
  const [renaming, setRenaming] = useState<string | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  /** What the menu was opened on; null for the row that keys act on. */
  const menuRow = useRef<OutlineRow | null>(null);
  const isReadOnly = useIsReadOnly() !== null || isStale;
  const selected = useSession((state) => state.document.selection.tasks);
  const diagnostics = useDiagnostics();
  const problems = useMemo(() => countByTask(diagnostics), [diagnostics]);
  const isNarrow = useSession((state) => state.view.isNarrow);
  const rowHeight = isNarrow ? ROW_HEIGHT.phone : ROW_HEIGHT.wide;
  const [first, last] = useWindow(scroller, rows.length, rowHeight);
  const treeId = useId();
  const index = Math.max(0, activeAt);
  const row = rows[index];

  useEffect(() => registerPort('outline', { focus: () => scroller.current?.focus() }), []);
  useEffect(() => revealRow(scroller.current, activeAt, rowHeight), [activeAt, rowHeight]);

  const choose = ({ id }: OutlineRow): void => {
    activate(id);
    if (isNarrow) setPanel(null);
    if (session.getState().document.selection.tasks.has(id)) edit();
    else showTask(id);
  };
  const mark = ({ id }: OutlineRow): void => {
    const rest = [...selected].filter((other) => other !== id);
    select({ tasks: rest.length === selected.size ? [...rest, id] : rest });
  };
  /** All that is selected where the row is part of it, else the row alone. */
  const meant = (id: string): readonly string[] => (selected.has(id) ? [...selected] : [id]);
  const remove = ({ id }: OutlineRow): void => {
    if (isReadOnly) return;
    const next = rows.slice(index + 1).find(({ level }) => level <= (row?.level ?? 1)) ?? rows[index - 1];
    if (removeRows(meant(id))) activate(next?.id ?? null);
  };
  const endRename = (to: string | null): void => {
    setRenaming(null);
    if (row && to !== null) renameRow(row.node, to);
    scroller.current?.focus();
  };
  const onKeyDown = useTreeKeys({
    rows,
    index,
    onMove: (to) => activate(to?.id ?? null),
    onToggle: toggle,
    onChoose: choose,
    onRename: ({ id }) => setRenaming(isReadOnly ? null : id),
    onRemove: remove,
    onMark: mark,
    onSwitch: ({ id }) => {
      if (!isReadOnly) switchRows(meant(id));
    },
  });
  const menuEntries = (): readonly MenuEntry[] => {
    const about = menuRow.current ?? row;
    if (!about) return [];
    return outlineMenu({
      graph,
      ids: meant(about.id),
      isReadOnly,
      onEdit: () => showAndEdit(about.id),
      // After the menu has given the focus back.
      onRename: () => setTimeout(() => setRenaming(about.id), 0),
      onRemove: () => remove(about),
    });
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
                  activate(each.id);
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

/** What the menu of a row is about, and what it leaves to the tree. */
interface OutlineMenu {
  readonly graph: Graph;
  /** The tasks that it acts on: all that are selected, or the one of the row. */
  readonly ids: readonly string[];
  readonly isReadOnly: boolean;
  readonly onEdit: () => void;
  readonly onRename: () => void;
  readonly onRemove: () => void;
}

/** The menu of a row of the outline. */
function outlineMenu({ graph, ids, isReadOnly, ...on }: OutlineMenu): readonly MenuEntry[] {
  const many = ids.length > 1 ? ` ${ids.length} tasks` : '';
  const isOff = ids.every((id) => graph.nodes.get(id)?.task.isDisabled === true);
  return [
    { label: 'Edit', shortcut: 'Enter', onSelect: on.onEdit },
    { label: 'Rename', shortcut: 'F2', isDisabled: isReadOnly, onSelect: on.onRename },
    {
      label: `${isOff ? 'Enable' : 'Disable'}${many}`,
      shortcut: 'Mod+/',
      isDisabled: isReadOnly,
      onSelect: () => switchRows(ids),
    },
    'separator',
    { label: `Delete${many}`, shortcut: 'Delete', isDanger: true, isDisabled: isReadOnly, onSelect: on.onRemove },
  ];
}

/** The problems of each task that has some. */
export function countByTask(diagnostics: readonly Diagnostic[]): ReadonlyMap<string, ProblemCount> {
  const byTask = new Map<string, Diagnostic[]>();
  for (const diagnostic of diagnostics) {
    const { taskId, severity } = diagnostic;
    if (taskId === undefined || severity === 'info') continue;
    const found = byTask.get(taskId);
    if (found === undefined) byTask.set(taskId, [diagnostic]);
    else found.push(diagnostic);
  }
  return new Map([...byTask].map(([taskId, found]) => [taskId, countProblems(found)]));
}
