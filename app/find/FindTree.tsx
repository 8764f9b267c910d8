import { type KeyboardEvent, type ReactNode, type RefObject, useId, useState } from 'react';
import type { FileChange, Path } from '#engine';
import { replaceFound, replacementOf } from '#engine/search';
import {
  activeAnalysis,
  clearSelection,
  inspected,
  openFile,
  port,
  select,
  session,
  setMode,
  setPanel,
  toggleInspector,
  whenRead,
  withPort,
} from '../session/index.ts';
import { findParentRow, moveInRows, revealRow, useWindow } from '../ui/index.ts';
import { FindLine, ROW_HEIGHT } from './FindLine.tsx';
import styles from './FindPanel.module.css';
import { type FindRow, keyOf, type MatchRow } from './findRows.ts';
import type { FindState } from './findState.ts';
import type { FoundFile } from './searchFiles.ts';

export interface FindTreeProps {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly rows: readonly FindRow[];
  readonly plans: ReadonlyMap<string, ReplacePlan>;
  readonly replacement: string | null;
  readonly isPattern: boolean;
  readonly onToggle: (row: FindRow) => void;
  readonly onShow: (row: MatchRow) => void;
  /** Takes a place out of the list, or all below a row. */
  readonly onDismiss: (row: FindRow) => void;
}

/** What was found, as a tree of any length: the tree has the focus, and names the row that the keys act on. */
export function FindTree(props: FindTreeProps): ReactNode {
  const { ref, rows, plans, replacement, isPattern, onToggle, onShow, onDismiss } = props;
  const [active, setActive] = useState<string | null>(null);
  const [first, last] = useWindow(ref, rows.length, ROW_HEIGHT);
  const treeId = useId();
  const known = rows.findIndex(({ id }) => id === active);
  const index =
    known === -1
      ? Math.max(
          0,
          rows.findIndex(({ kind }) => kind === 'match'),
        )
      : known;
  const row = rows[index];

  const activate = (to: number): void => {
    const next = rows[to];
    if (!next) return;
    setActive(next.id);
    revealRow(ref.current, to, ROW_HEIGHT);
  };
  const act = (target: FindRow): void => (target.kind === 'match' ? onShow(target) : onToggle(target));
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    const to = nextIndex(rows, index, key);
    if (key === 'Escape' || (key === 'ArrowUp' && index === 0)) port('find')?.focus();
    else if (to !== undefined) activate(to);
    else if (key === 'Enter' || key === ' ') act(row);
    else if ((key === 'ArrowRight' || key === 'ArrowLeft') && row.kind !== 'match') onToggle(row);
    else if (key === 'Delete' || key === 'Backspace') {
      activate(index + 1 < rows.length ? index + 1 : index - 1);
      onDismiss(row);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div
      ref={ref}
      className={styles.tree}
      role="tree"
      aria-label="Found"
      aria-activedescendant={row && index >= first && index < last ? treeId + row.id : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div style={{ height: rows.length * ROW_HEIGHT }} role="presentation">
        <div style={{ transform: `translateY(${first * ROW_HEIGHT}px)` }} role="presentation">
          {rows.slice(first, last).map((each) => (
            <FindLine
              key={each.id}
              row={each}
              elementId={treeId + each.id}
              isActive={each === row}
              problem={each.kind === 'file' ? (plans.get(each.path)?.problem ?? null) : null}
              replacement={replacement}
              isPattern={isPattern}
              onPress={() => {
                setActive(each.id);
                act(each);
              }}
              onDismiss={() => onDismiss(each)}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

/** Where a key leads; undefined where it opens, closes or does nothing here. */
function nextIndex(rows: readonly FindRow[], index: number, key: string): number | undefined {
  const row = rows[index];
  switch (key) {
    case 'ArrowRight':
      return row?.kind === 'match' ? index : row?.isOpen ? index + 1 : undefined;
    case 'ArrowLeft':
      return row?.kind !== 'match' && row?.isOpen ? undefined : (findParentRow(rows, index) ?? index);
    default:
      return moveInRows(key, index, rows.length);
  }
}

/** What replacing would do to one file: its edits, or why it cannot be. */
export interface ReplacePlan {
  readonly change: FileChange | null;
  readonly problem: string | null;
  /** Places that are replaced. */
  readonly count: number;
}

/** What replacing what is listed would do, by file. A file that could not be read any more is left as it is. */
export function planReplace(
  files: readonly FoundFile[],
  { isPattern, replacement, dismissed }: Pick<FindState, 'isPattern' | 'replacement' | 'dismissed'>,
): ReadonlyMap<string, ReplacePlan> {
  const plans = new Map<string, ReplacePlan>();
  if (replacement === null) return plans;
  for (const file of files) {
    const { path, syntax } = file;
    const matches = file.matches.filter((match) => !dismissed.has(keyOf(path, match)));
    if (matches.length === 0) continue;
    if (syntax === null) {
      const problem = `${path} is large and not open, so nothing is replaced in it. Open it first.`;
      plans.set(path, { change: null, problem, count: 0 });
      continue;
    }
    const wanted = matches.map((match) => ({
      start: match.start,
      end: match.end,
      text: replacementOf({ isPattern }, replacement, match),
    }));
    const result = replaceFound(syntax, path, wanted);
    plans.set(
      path,
      result.ok
        ? { change: { type: 'edit', path, edits: result.value }, problem: null, count: matches.length }
        : { change: null, problem: result.error.message, count: 0 },
    );
  }
  return plans;
}

/** Opens the file of a match, selects what holds it and shows the field: in the text where that is on screen, else in the form. */
export function showMatch({ file, match, place }: MatchRow): void {
  openFile(file.path);
  whenRead(() => {
    const holder = place === null ? null : selectOwner(place.owner);
    if (session.getState().view.isNarrow) setPanel(null);
    const isForm = session.getState().view.mode === 'design' && holder !== null && place?.part !== 'note';
    if (isForm) return showField([...(place?.owner ?? []), ...(place?.field ?? [])]);
    // A phone has no room for both.
    if (session.getState().view.isNarrow) setMode('code');
    else if (session.getState().view.mode === 'design') setMode('split');
    withPort('source', (source) => source.reveal(match));
  });
}

/** Selects a task, an agent, a tool or the memory by its place; null for the workflow itself. */
function selectOwner(owner: Path): string | null {
  const analysis = activeAnalysis('shown');
  const [top, index] = owner;
  if (!analysis || top === undefined) return clear();
  const { agents, tools, memory } = analysis.workflow;
  if (top === 'agents' || top === 'tools') {
    const id = (top === 'agents' ? agents : tools).find(({ path }) => path[1] === index)?.id;
    if (id === undefined) return clear();
    select({ resource: { kind: top === 'agents' ? 'agent' : 'tool', id } });
    return id;
  }
  if (top === 'memory') {
    if (memory === null) return clear();
    select({ resource: { kind: 'memory', id: memory.id } });
    return memory.id;
  }
  for (const { id, task } of analysis.graph.nodes.values()) {
    if (task.path.length !== owner.length || task.path.some((step, at) => step !== owner[at])) continue;
    select({ tasks: [id] });
    port('canvas')?.centerOn(id);
    return id;
  }
  return clear();
}

function clear(): null {
  clearSelection();
  return null;
}

function showField(field: Path): void {
  if (inspected(session.getState()) === null) toggleInspector();
  withPort('inspector', (inspector) => inspector.reveal(field));
}
