import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import type { Path, ShownAnalysis } from '#engine';
import { port, registerPort, useAnalysis, useIsStale, useSession } from '../session/index.ts';
import { lazyPart } from '../ui/index.ts';
import styles from './Inspector.module.css';
import { showTabOf } from './parts/shownTab.ts';

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

const FIELD = 'input, textarea, select, [role="combobox"], button';

/** How long a form that is still loading is waited for, in ms. */
const PATIENCE = 3000;

/** Exposes the inspector to keys pressed elsewhere: its first field takes the focus. */
function useInspectorPort(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let stop: (() => void) | null = null;
    const focus = () => {
      stop?.();
      stop = root.current && focusField(root.current);
    };
    // What was selected a moment ago is drawn by the next frame.
    const free = registerPort('inspector', {
      focus: () => requestAnimationFrame(focus),
      reveal(field) {
        showTabOf(field);
        requestAnimationFrame(() => {
          stop?.();
          stop = root.current && whenFound(root.current, (form) => findField(form, field));
        });
      },
    });
    return () => {
      free();
      stop?.();
    };
  }, [root]);
}

/** Gives the focus to the first field now, or when the form is there; answers with a function that stops the waiting. */
function focusField(root: HTMLElement): (() => void) | null {
  return whenFound(root, (form) => form.querySelector<HTMLElement>(FIELD));
}

/** The control of a field, or of the nearest part of the form that holds it; else the first of the form. */
function findField(root: HTMLElement, field: Path): HTMLElement | null {
  for (let length = field.length; length > 0; length -= 1) {
    const part = root.querySelector<HTMLElement>(`[data-field="${CSS.escape(field.slice(0, length).join('.'))}"]`);
    if (part === null) continue;
    if (part.matches(FIELD)) return part;
    // What is inside is drawn once it is known what is asked for there.
    if (length < field.length && part.querySelector('[aria-busy="true"]') !== null) return null;
    const controls = [...part.querySelectorAll<HTMLElement>(FIELD)];
    // A row of a map has its key first, then its value.
    const own = length === field.length ? controls.findLast((control) => !control.matches('button')) : undefined;
    return own ?? controls[0] ?? null;
  }
  return root.querySelector<HTMLElement>(FIELD);
}

/** Gives the focus to an element now, or once the form has it; answers with a function that stops the waiting. */
function whenFound(root: HTMLElement, look: (form: HTMLElement) => HTMLElement | null): (() => void) | null {
  const find = () => look(root);
  const field = find();
  if (field) {
    enter(field);
    return null;
  }
  const observer = new MutationObserver(() => {
    const loaded = find();
    if (!loaded) return;
    stop();
    enter(loaded);
  });
  const timer = setTimeout(() => stop(), PATIENCE);
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    document.removeEventListener('pointerdown', stop, { capture: true });
  };
  observer.observe(root, { childList: true, subtree: true });
  // Who goes elsewhere meanwhile is not taken back.
  document.addEventListener('pointerdown', stop, { capture: true });
  return stop;
}

/** As Tab does: what is typed next takes the place of a line of text. */
function enter(field: HTMLElement): void {
  field.focus();
  if (field instanceof HTMLInputElement) field.select();
}
