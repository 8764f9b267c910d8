import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { readQuery } from '#engine/search';
import { loadPatterns } from '#engine/values';
import { notify, session, treeOf, undo, useIsReadOnly, useSession, writeFiles } from '../session/index.ts';
import { Button, Panel } from '../ui/index.ts';
import { FindFields } from './FindFields.tsx';
import styles from './FindPanel.module.css';
import { FindTree, planReplace, type ReplacePlan, showMatch } from './FindTree.tsx';
import { type FindRow, keyOf, toFindRows } from './findRows.ts';
import { type FindState, readFind, setFind, useFind } from './findState.ts';
import { MOST_LISTED, NOTHING_FOUND, type SearchResult, searchFiles } from './searchFiles.ts';

/** Finds text in the files of the workspace, shows each place, and replaces what is listed as one step. */
export function FindPanel(): ReactNode {
  const state = useFind();
  const { found, problem } = useFound(state);
  const isReadOnly = useIsReadOnly() !== null;
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const { dismissed } = state;
  const rows = useMemo(() => toFindRows(found.files, { closed, dismissed }), [found, closed, dismissed]);
  const wanted = useDeferredValue(state);
  const plans = useMemo(() => (found.isDone ? planReplace(found.files, wanted) : new Map()), [found, wanted]);
  const tree = useRef<HTMLDivElement>(null);
  const total = found.count - dismissed.size;

  const toggle = (row: FindRow): void => {
    if (row.kind !== 'match')
      setClosed(row.isOpen ? new Set([...closed, row.id]) : new Set([...closed].filter((id) => id !== row.id)));
  };
  const dismiss = (row: FindRow): void => {
    const gone = found.files.flatMap(({ path, matches }) =>
      row.kind === 'match' ? [] : path === row.path ? matchesBelow(row, path, matches) : [],
    );
    setFind({ dismissed: new Set([...dismissed, ...(row.kind === 'match' ? [row.id] : gone)]) });
  };
  const matchesBelow = (
    row: FindRow,
    path: string,
    matches: SearchResult['files'][number]['matches'],
  ): readonly string[] => {
    if (row.kind === 'file') return matches.map((match) => keyOf(path, match));
    const open = toFindRows(found.files, { closed: new Set(), dismissed });
    const from = open.findIndex(({ id }) => id === row.id) + 1;
    const end = open.findIndex(({ kind }, index) => index >= from && kind !== 'match');
    return open.slice(from, end === -1 ? open.length : end).map(({ id }) => id);
  };

  return (
    <Panel
      title="Find"
      className={styles.panel}
      footer={plans.size > 0 && <Footer found={found} plans={plans} isReadOnly={isReadOnly} />}
    >
      <FindFields problem={problem} onGoToList={() => tree.current?.focus()} />
      <p className={styles.summary} role="status">
        {describe(found, { text: state.text, total, problem })}
      </p>
      {rows.length > 0 && (
        <FindTree
          ref={tree}
          rows={rows}
          plans={plans}
          replacement={state.replacement}
          isPattern={state.isPattern}
          onToggle={toggle}
          onShow={showMatch}
          onDismiss={dismiss}
        />
      )}
    </Panel>
  );
}

/** The button that replaces what is listed. */
function Footer({
  found,
  plans,
  isReadOnly,
}: {
  readonly found: SearchResult;
  readonly plans: ReadonlyMap<string, ReplacePlan>;
  readonly isReadOnly: boolean;
}): ReactNode {
  const { count, what } = sumOf(plans);
  const replace = () => {
    // What is shown may be a moment behind what was typed.
    const now = sumOf(planReplace(found.files, readFind()));
    if (!writeFiles('find.replace', now.changes)) return;
    notify({ kind: 'success', message: `Replaced ${now.what}.`, action: { label: 'Undo', run: () => undo('told') } });
  };
  return (
    <Button variant="primary" disabled={count === 0 || isReadOnly} onClick={replace}>
      Replace {what}
    </Button>
  );
}

function sumOf(plans: ReadonlyMap<string, ReplacePlan>) {
  const changes = [...plans.values()].flatMap(({ change }) => change ?? []);
  const count = [...plans.values()].reduce((sum, plan) => sum + plan.count, 0);
  return { changes, count, what: `${places(count)} in ${files(changes.length)}` };
}

function describe(
  found: SearchResult,
  { text, total, problem }: { readonly text: string; readonly total: number; readonly problem: string | null },
): string {
  if (text === '') return 'Names, ids and the text of every field, in all files.';
  if (problem !== null) return '';
  const open = found.files.length;
  if (total === 0) return found.isDone ? `Nothing has “${text}”.` : 'Searching…';
  const more = found.count > MOST_LISTED ? `, the first ${MOST_LISTED.toLocaleString('en')} listed` : '';
  return `${places(total)} in ${files(open)}${more}${found.isDone ? '' : ' so far…'}`;
}

function places(count: number): string {
  return count === 1 ? '1 place' : `${count.toLocaleString('en')} places`;
}

function files(count: number): string {
  return count === 1 ? '1 file' : `${count.toLocaleString('en')} files`;
}

/** What is found now, and why nothing can be: a pattern that cannot be read. */
interface FoundNow {
  readonly found: SearchResult;
  readonly problem: string | null;
}

/** Searches the files of the workspace, the open one first, whenever the query or a text changes. Until it is done, what was found before is shown. */
function useFound({ text, matchesCase, isWholeWord, isPattern, isInFile }: FindState): FoundNow {
  const files = useSession((state) => state.document.workspace.files);
  const activePath = useSession((state) => state.document.activePath);
  // What the worker has read is searched again, for its tasks.
  const readings = useSession((state) => state.document.readings);
  const [hasPatterns, setHasPatterns] = useState(false);
  const [last, setLast] = useState<{ readonly found: SearchResult; readonly task: object | null }>({
    found: NOTHING_FOUND,
    task: null,
  });
  const query = useMemo(
    () => (isPattern && !hasPatterns ? null : readQuery({ text, matchesCase, isWholeWord, isPattern })),
    [text, matchesCase, isWholeWord, isPattern, hasPatterns],
  );
  const search = query?.ok === true && text !== '' ? query.value : null;
  const task = useMemo(
    () => ({ search, files, activePath, isInFile, readings }),
    [search, files, activePath, isInFile, readings],
  );
  useEffect(() => {
    if (isPattern) void loadPatterns().then(() => setHasPatterns(true));
  }, [isPattern]);
  useEffect(() => {
    if (task.search === null) return undefined;
    let isWanted = true;
    const order = [...task.files]
      .filter(([path]) => !task.isInFile || path === task.activePath)
      .sort(([a], [b]) => Number(b === task.activePath) - Number(a === task.activePath) || a.localeCompare(b));
    void searchFiles(order, {
      search: task.search,
      isWanted: () => isWanted,
      report: (found) => setLast({ found, task }),
      treeOf: (path) => treeOf(session.getState(), path),
      pause: () => new Promise((resolve) => setTimeout(resolve)),
      now: () => performance.now(),
    });
    return () => {
      isWanted = false;
    };
  }, [task]);
  const isCurrent = last.task === task;
  return {
    found: search === null ? NOTHING_FOUND : isCurrent ? last.found : { ...last.found, isDone: false },
    problem: query?.ok === false ? query.error : null,
  };
}
