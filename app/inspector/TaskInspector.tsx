import { type ReactNode, useEffect, useRef } from 'react';
import { type Diagnostic, drawnGraph, effectiveWorkflow, type Transaction } from '#engine';
import { renameTask } from '#engine/edit';
import { workedBetween } from '#engine/run';
import {
  kindOf,
  notify,
  select,
  session,
  useAnalysis,
  useDiagnostics,
  useIsReadOnly,
  useSession,
  writeFiles,
} from '../session/index.ts';
import { shownView } from '../session/run/index.ts';
import { LightbulbIcon } from '../ui/icons.ts';
import { Badge, Button, formatLength, formatStatus, inAppWords, StatusMark, Tabs } from '../ui/index.ts';
import { formatInherited, readInherited } from './forms/InheritedRows.tsx';
import { LastRunTab } from './forms/LastRunTab.tsx';
import { RetryTab } from './forms/RetryTab.tsx';
import { TaskTab } from './forms/TaskTab.tsx';
import { DefinitionMenu } from './parts/DefinitionMenu.tsx';
import { commitField, edit } from './parts/edit.ts';
import { Header } from './parts/Header.tsx';
import { useShownTab } from './parts/shownTab.ts';
import { stepOfTask } from './parts/stepOfTask.ts';
import type { TaskFormProps } from './parts/TaskFormProps.ts';
import { YamlPart } from './parts/YamlPart.tsx';
import styles from './TaskInspector.module.css';

/** One task as a form: what it runs and with what and what follows it, how it is retried, its last run, its YAML. */
export function TaskInspector({ analysis, node }: TaskFormProps): ReactNode {
  const [tab, showTab] = useShownTab();
  useTaskTabFirst(node.id);
  const { task } = node;
  const drawn = useAnalysis('drawn') ?? analysis;
  const inherited = readInherited(drawn, node);
  const shown = inherited === null ? task : (drawnGraph(drawn).nodes.get(node.id)?.task ?? task);
  const runId = inherited?.id ?? node.id;
  return (
    <>
      <Header
        kind={kindOf(effectiveWorkflow(drawn), shown)}
        path={task.path}
        name={task.name ?? ''}
        namePlaceholder={inherited?.name ?? (shown.id || 'Name')}
        onRename={(name) => commitField([...task.path, 'name'], name.trim() === '' ? undefined : name)}
        id={task.id}
        idPlaceholder={formatInherited(inherited?.id, inherited?.from)}
        onRenameId={(to) => rename(node.id, to.trim())}
        trailing={
          <>
            <RunBadge id={runId} />
            <DefinitionMenu kind="task" id={node.id} hasImport={task.import !== null} />
          </>
        }
      />
      <Problems id={node.id} />
      <Tabs
        className={styles.tabs}
        label="Parts of the task"
        value={tab}
        onChange={showTab}
        tabs={[
          { value: 'task', label: 'Task', content: <TaskTab analysis={analysis} node={node} /> },
          { value: 'retry', label: 'Retry', content: <RetryTab analysis={analysis} node={node} /> },
          { value: 'run', label: 'Last run', content: <LastRunTab id={runId} /> },
          {
            value: 'yaml',
            label: 'YAML',
            content: (
              <div className={styles.yaml}>
                <YamlPart path={task.path} label="The task as YAML" rows={24} />
              </div>
            ),
          },
        ]}
      />
    </>
  );
}

/** A task that the run on screen never came to begins with its settings, whatever was looked at of another one. */
function useTaskTabFirst(id: string): void {
  const [tab, showTab] = useShownTab();
  const hasRun = useSession((state) => shownView(state)?.tasks.has(id) === true);
  const isNew = useRef(true);
  useEffect(() => {
    if (isNew.current && tab === 'run' && !hasRun) showTab('task');
    isNew.current = false;
  }, [tab, hasRun, showTab]);
}

function rename(id: string, to: string): void {
  const {
    document: { workspace, activePath },
  } = session.getState();
  const layout = activePath === null ? undefined : workspace.layouts.get(activePath);
  let count = 0;
  const isDone = edit((now) => {
    const result = renameTask(now, { id, to, layout, files: workspace.files });
    if (result.ok) count = countEdits(result.value) - 1;
    return result;
  });
  if (!isDone) return;
  select({ tasks: [to], origin: 'inspector' });
  if (count > 0) {
    const words = count === 1 ? '1 reference follows' : `${count} references follow`;
    notify({ kind: 'info', message: `“${id}” is “${to}” now, and ${words}.` });
  }
}

function countEdits({ changes }: Transaction): number {
  return changes.reduce((sum, change) => sum + (change.type === 'edit' ? change.edits.length : 0), 0);
}

function RunBadge({ id }: { readonly id: string }): ReactNode {
  const last = useSession((state) => stepOfTask(state, id));
  const idle = useSession((state) => shownView(state)?.idle);
  if (!last || !idle) return null;
  const tone = last.status === 'success' || last.status === 'error' ? last.status : 'neutral';
  const took =
    last.startedAt !== null && last.endedAt !== null
      ? formatLength(workedBetween(idle, last.startedAt, last.endedAt))
      : null;
  return (
    <Badge
      tone={tone}
      icon={<StatusMark status={last.status} size="small" isDecorative />}
      title={formatStatus(last.status)}
    >
      {took ?? formatStatus(last.status)}
    </Badge>
  );
}

/** Diagnostics of this task; unknown keys have a separate group. */
function Problems({ id }: { readonly id: string }): ReactNode {
  const found = useDiagnostics().filter(
    ({ taskId, severity, code }) => taskId === id && severity !== 'info' && code !== 'UNKNOWN_KEY',
  );
  if (found.length === 0) return null;
  const shown = [...found.filter((it) => it.severity === 'error'), ...found.filter((it) => it.severity !== 'error')];
  return (
    <ul className={styles.problems}>
      {shown.slice(0, 2).map((diagnostic) => (
        <li
          key={`${diagnostic.code} ${diagnostic.range.start}`}
          className={styles[diagnostic.severity]}
          title={inAppWords(diagnostic.message)}
        >
          {inAppWords(diagnostic.message)}
          <ProblemFixes diagnostic={diagnostic} />
        </li>
      ))}
    </ul>
  );
}

/** What would fix a problem, each as one step to undo. */
function ProblemFixes({ diagnostic }: { readonly diagnostic: Diagnostic }): ReactNode {
  const isReadOnly = useIsReadOnly() !== null;
  const path = useSession((state) => state.document.activePath);
  if (isReadOnly || path === null) return null;
  return diagnostic.fixes?.map(({ title, edits }) => (
    <Button
      key={title}
      size="small"
      icon={<LightbulbIcon />}
      onClick={() => writeFiles('problems.fix', [{ type: 'edit', path, edits }])}
    >
      {title}
    </Button>
  ));
}
