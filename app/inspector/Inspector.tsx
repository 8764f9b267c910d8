import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import type { ShownAnalysis } from '#engine';
import { port, useAnalysis, useIsStale, useSession } from '../session/index.ts';
import { lazyPart } from '../ui/index.ts';
import styles from './Inspector.module.css';
import { useInspectorPort } from './useInspectorPort.ts';

const EdgeInspector = lazyPart(() => import('./EdgeInspector.tsx').then((module) => module.EdgeInspector));
const GroupInspector = lazyPart(() => import('./GroupInspector.tsx').then((module) => module.GroupInspector));
const ResourceInspector = lazyPart(() => import('./ResourceInspector.tsx').then((module) => module.ResourceInspector));
const TaskInspector = lazyPart(() => import('./TaskInspector.tsx').then((module) => module.TaskInspector));
const WorkflowForm = lazyPart(() => import('./forms/WorkflowForm.tsx').then((module) => module.WorkflowForm));

/** What is selected, as a form: a task, several, a connection, an agent, a tool, the memory; else the workflow itself. */
export function Inspector(): ReactNode {
  const analysis = useAnalysis('shown');
  const isStale = useIsStale();
  const root = useRef<HTMLElement>(null);
  useInspectorPort(root);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape leaves it, whatever in it has the focus
    <aside ref={root} className={`${styles.inspector} nokey`} aria-label="Inspector" onKeyDown={returnToCanvas}>
      {isStale && <p className={styles.stale}>The YAML is broken, so this is how it was. Fix the text to edit here.</p>}
      {analysis && (
        <div className={styles.content} inert={isStale}>
          <Selected analysis={analysis} />
        </div>
      )}
    </aside>
  );
}

/** Escape gives the keys back to the card, unless a field or a list has its own use for it. */
function returnToCanvas(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return;
  // What floats above the form is its child only for React.
  if (event.target instanceof Node && event.currentTarget.contains(event.target)) port('canvas')?.focus();
}

function Selected({ analysis }: { readonly analysis: ShownAnalysis }): ReactNode {
  const { tasks, edge, resource } = useSession((state) => state.document.selection);
  const path = analysis.path;
  const found = edge === null ? undefined : analysis.graph.edges.find((candidate) => candidate.id === edge);
  if (found) return <EdgeInspector key={`${path} ${found.id}`} analysis={analysis} edge={found} />;
  if (resource)
    return (
      <ResourceInspector key={`${path} ${resource.kind} ${resource.id}`} analysis={analysis} resource={resource} />
    );
  const nodes = [...tasks].flatMap((id) => analysis.graph.nodes.get(id) ?? []);
  const [node, ...more] = nodes;
  if (node && more.length > 0) return <GroupInspector analysis={analysis} nodes={nodes} />;
  if (node) return <TaskInspector key={`${path} ${node.task.path.join()}`} analysis={analysis} node={node} />;
  return <WorkflowForm key={path} analysis={analysis} />;
}
