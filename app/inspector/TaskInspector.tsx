import type { ReactNode } from 'react';
import { drawnGraph, effectiveWorkflow } from '#engine';
import { renameTask } from '#engine/edit';
import { workedBetween } from '#engine/run';
import { kindOf, select, session, useAnalysis, useDiagnostics, useSession } from '../session/index.ts';
import { shownView } from '../session/run/index.ts';
import { Badge, formatStatus, StatusMark, Tabs } from '../ui/index.ts';
import { LastRunTab } from './forms/LastRunTab.tsx';
import { RetryTab } from './forms/RetryTab.tsx';
import { formatInherited, readInherited } from './forms/readInherited.ts';
import { TaskTab } from './forms/TaskTab.tsx';
import { HandlersTab } from './handlers/HandlersTab.tsx';
import { DefinitionMenu } from './parts/DefinitionMenu.tsx';
import { commitField, edit } from './parts/edit.ts';
import { formatTook } from './parts/formatTook.ts';
import { Header } from './parts/Header.tsx';
import { useShownTab } from './parts/shownTab.ts';
import type { TaskFormProps } from './parts/TaskFormProps.ts';
import { YamlPart } from './parts/YamlPart.tsx';
import styles from './TaskInspector.module.css';

/** One task as a form: what it runs and with what, where it leads, how it is retried, its last run, its YAML. */
export function TaskInspector({ analysis, node }: TaskFormProps): ReactNode {
  const [tab, showTab] = useShownTab();
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
          { value: 'handlers', label: 'Handlers', content: <HandlersTab analysis={analysis} node={node} /> },
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

function rename(id: string, to: string): void {
  const {
    document: { workspace, activePath },
  } = session.getState();
  const layout = activePath === null ? undefined : workspace.layouts.get(activePath);
  if (edit((now) => renameTask(now, { id, to, layout, files: workspace.files })))
    select({ tasks: [to], origin: 'inspector' });
}

function RunBadge({ id }: { readonly id: string }): ReactNode {
  const last = useSession((state) => shownView(state)?.tasks.get(id));
  const idle = useSession((state) => shownView(state)?.idle);
  if (!last || !idle) return null;
  const tone = last.status === 'success' || last.status === 'error' ? last.status : 'neutral';
  const took =
    last.startedAt !== null && last.endedAt !== null
      ? formatTook(workedBetween(idle, last.startedAt, last.endedAt))
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
          title={diagnostic.message}
        >
          {diagnostic.message}
        </li>
      ))}
    </ul>
  );
}
