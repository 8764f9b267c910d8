import { Fragment, type ReactNode, useMemo } from 'react';
import { createLineIndex, type Diagnostic, type Severity, type TextEdit } from '#engine';
import {
  session,
  setMode,
  showTask,
  useAnalysis,
  useDiagnostics,
  useIsReading,
  useIsReadOnly,
  useIsUnchecked,
  useSession,
  withPort,
  writeFiles,
} from '../session/index.ts';
import {
  CircleAlertIcon,
  CircleCheckIcon,
  HourglassIcon,
  InfoIcon,
  LightbulbIcon,
  TriangleAlertIcon,
} from '../ui/icons.ts';
import { Button, classes, EmptyState, inAppWords, useRowLimit } from '../ui/index.ts';
import styles from './ProblemsList.module.css';

const GROUPS = [
  { severity: 'error', title: 'Errors', note: 'block a run', icon: <CircleAlertIcon aria-hidden /> },
  { severity: 'warning', title: 'Warnings', note: 'do not block a run', icon: <TriangleAlertIcon aria-hidden /> },
  { severity: 'info', title: 'Notes', note: '', icon: <InfoIcon aria-hidden /> },
] as const satisfies readonly {
  readonly severity: Severity;
  readonly title: string;
  readonly note: string;
  readonly icon: ReactNode;
}[];

/** Diagnostics of the open file, worst first; a row goes to its place, a fix is one undo step. */
export function ProblemsList() {
  const diagnostics = useDiagnostics();
  const analysis = useAnalysis('own');
  const text = analysis?.syntax.text ?? '';
  const lines = useMemo(() => createLineIndex(text), [text]);
  const reading = useIsReading();
  const isUnchecked = useIsUnchecked();
  if (reading !== null) {
    return (
      <EmptyState icon={<HourglassIcon />} title="Not checked yet">
        {reading}
      </EmptyState>
    );
  }
  if (diagnostics.length === 0) {
    if (isUnchecked) return <EmptyState icon={<HourglassIcon />} title="Not checked yet" />;
    return (
      <EmptyState icon={<CircleCheckIcon />} title="No problems">
        The checks found nothing to say about this workflow.
      </EmptyState>
    );
  }
  return (
    <div className={styles.list}>
      {GROUPS.map(({ severity, title, note, icon }) => {
        const rows = diagnostics.filter((diagnostic) => diagnostic.severity === severity);
        if (rows.length === 0) return null;
        return (
          <section key={severity} aria-label={title}>
            <h3 className={styles.heading}>
              {title} <span>{[rows.length, note].filter(Boolean).join(' · ')}</span>
            </h3>
            <KindFixes rows={rows} />
            <Rows key={analysis?.path} rows={rows} icon={icon} lines={lines} />
          </section>
        );
      })}
    </div>
  );
}

interface RowsProps {
  readonly rows: readonly Diagnostic[];
  readonly icon: ReactNode;
  readonly lines: ReturnType<typeof createLineIndex>;
}

function Rows({ rows, icon, lines }: RowsProps) {
  const analysis = useAnalysis('own');
  const [shown, more] = useRowLimit(rows);
  const length = analysis?.syntax.text.length ?? 0;
  return (
    <>
      <ul>
        {shown.map((diagnostic, index) => (
          <li key={`${diagnostic.code}:${diagnostic.range.start}:${index}`} className={styles.row}>
            <button type="button" className={styles.place} onClick={() => goTo(diagnostic)}>
              <span className={classes(styles.icon, styles[diagnostic.severity])}>{icon}</span>
              <span className={styles.message}>{inAppWords(diagnostic.message)}</span>
              <span className={styles.where}>
                {diagnostic.taskId && (
                  <span className={styles.task}>
                    {analysis?.graph.nodes.get(diagnostic.taskId)?.task.id || diagnostic.taskId}
                  </span>
                )}
                line {lines.positionAt(Math.min(diagnostic.range.start, length)).line}
                <span className={styles.code}>{diagnostic.code}</span>
              </span>
            </button>
            <Fixes diagnostic={diagnostic} />
          </li>
        ))}
      </ul>
      {more}
    </>
  );
}

/** Fixes all findings of a kind in one step. */
function KindFixes({ rows }: { readonly rows: readonly Diagnostic[] }) {
  const isReadOnly = useIsReadOnly() !== null;
  const path = useSession((state) => state.document.activePath);
  const fixes = useMemo(() => fixesOfKind(rows), [rows]);
  if (isReadOnly || path === null || fixes.length === 0) return null;
  return (
    <div className={styles.kinds}>
      {fixes.map(({ code, count, edits }) => (
        <Button
          key={code}
          size="small"
          icon={<LightbulbIcon />}
          onClick={() => writeFiles('problems.fix', [{ type: 'edit', path, edits }])}
        >
          {`Fix all ${count} of ${code}`}
        </Button>
      ))}
    </div>
  );
}

function Fixes({ diagnostic }: { readonly diagnostic: Diagnostic }) {
  const isReadOnly = useIsReadOnly() !== null;
  return diagnostic.fixes?.map(({ title, edits, changes = [] }) => (
    <Fragment key={title}>
      <Button
        size="small"
        icon={<LightbulbIcon />}
        disabled={isReadOnly}
        onClick={() => {
          const {
            document: { activePath },
          } = session.getState();
          if (activePath !== null) writeFiles('problems.fix', [{ type: 'edit', path: activePath, edits }]);
        }}
      >
        {title}
      </Button>
      {changes.length > 0 && (
        <ol className={styles.changes} aria-label={title}>
          {changes.map((change, index) => (
            <li key={index}>{change}</li>
          ))}
        </ol>
      )}
    </Fragment>
  ));
}

/** Selects the task on the canvas, and reveals the text where it is on screen; a problem without a task opens the text. */
function goTo({ range, taskId }: Diagnostic): void {
  if (taskId !== undefined) showTask(taskId);
  else if (session.getState().view.mode === 'design') setMode('split');
  if (session.getState().view.mode !== 'design') withPort('source', (source) => source.reveal(range));
}

/** The fixes of all findings of one kind that have one, as one step. */
interface KindFix {
  readonly code: string;
  /** How many findings it fixes. */
  readonly count: number;
  /** Sorted and disjoint; offsets in the text that was checked. */
  readonly edits: readonly TextEdit[];
}

/**
 * What fixes several findings of one kind at once: of each its first fix, where that asks nothing of the user, touches no text
 * another one has changed, and adds no key another one has added. Kinds with fewer than two such findings are omitted.
 */
export function fixesOfKind(diagnostics: readonly Diagnostic[]): readonly KindFix[] {
  const byCode = new Map<string, Diagnostic[]>();
  for (const diagnostic of diagnostics) {
    if ((diagnostic.fixes?.length ?? 0) !== 1) continue;
    byCode.set(diagnostic.code, [...(byCode.get(diagnostic.code) ?? []), diagnostic]);
  }
  return [...byCode].flatMap(([code, found]) => {
    const taken: TextEdit[] = [];
    const added = new Set<string>();
    let count = 0;
    for (const { fixes } of found) {
      const { edits = [], adds = [] } = fixes?.[0] ?? {};
      if (edits.length === 0 || edits.some((edit) => taken.some((other) => touches(edit, other)))) continue;
      if (adds.some((key) => added.has(key))) continue;
      taken.push(...edits);
      for (const key of adds) added.add(key);
      count += 1;
    }
    return count < 2 ? [] : [{ code, count, edits: taken.toSorted((a, b) => a.start - b.start) }];
  });
}

function touches(a: TextEdit, b: TextEdit): boolean {
  return a.start <= b.end && b.start <= a.end;
}
