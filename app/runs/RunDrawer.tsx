import type { ReactNode } from 'react';
import { closeDrawer, copyText, openDrawer, useDiagnostics, useSession } from '../session/index.ts';
import { XIcon } from '../ui/icons.ts';
import { Badge, EmptyState, IconButton, Tabs, ValueTree } from '../ui/index.ts';
import { EventList } from './EventList.tsx';
import styles from './RunDrawer.module.css';
import { RunStatusBadge } from './RunStatusBadge.tsx';
import { StepPanel } from './StepPanel.tsx';
import { Timeline } from './Timeline.tsx';
import { useRunSource } from './useRunSource.ts';

/**
 * The drawer below the canvas: timeline, events and output of the shown run, and the problems of the file.
 * @param problems what the Problems tab holds; given by the app, since features do not import each other
 */
export function RunDrawer({ problems }: { readonly problems: ReactNode }): ReactNode {
  const tab = useSession((state) => state.drawer.tab);
  const events = useSession((state) => state.run?.events.length);
  const problemCount = useDiagnostics().length;
  return (
    <section className={styles.drawer} aria-label="Run">
      <Tabs
        label="Run"
        value={tab}
        onChange={openDrawer}
        tabs={[
          { value: 'timeline', label: 'Timeline', content: <RunBody part="timeline" /> },
          { value: 'events', label: 'Events', count: events, content: <RunBody part="events" /> },
          { value: 'output', label: 'Output', content: <RunBody part="output" /> },
          { value: 'problems', label: 'Problems', count: problemCount, content: problems },
        ]}
        trailing={
          <>
            <RunStatusBadge />
            <IconButton label="Close the drawer" icon={<XIcon />} onClick={closeDrawer} />
          </>
        }
      />
    </section>
  );
}

function RunBody({ part }: { readonly part: 'timeline' | 'events' | 'output' }): ReactNode {
  const run = useSession((state) => state.run);
  const source = useRunSource();
  if (run === null || source === null) {
    return (
      <EmptyState title="No run yet">Press Run to play this workflow. Every step shows here as it happens.</EmptyState>
    );
  }
  switch (part) {
    case 'timeline': {
      const step = run.selectedActivation === null ? undefined : run.view.activations.get(run.selectedActivation);
      return (
        <div className={styles.body}>
          <Timeline view={run.view} source={source} />
          {step && <StepPanel key={step.activation} step={step} name={source.nameOf(step.taskId)} />}
        </div>
      );
    }
    case 'events':
      return (
        <div className={styles.body}>
          <EventList events={run.events} origin={run.view.startedAt ?? 0} source={source} />
        </div>
      );
    case 'output':
      return <RunOutput />;
  }
}

function RunOutput(): ReactNode {
  const view = useSession((state) => state.run?.view ?? null);
  if (view === null) return null;
  if (view.status === 'running') return <p className={styles.note}>The output stands here when the run ends.</p>;
  return (
    <div className={styles.output}>
      {view.error && (
        <div className={styles.error}>
          <code>{view.error.code}</code> {view.error.message}
        </div>
      )}
      {view.status === 'success' && (
        <ValueTree label="output" value={view.output} onCopy={(text) => void copyText(text)} />
      )}
      {view.warnings.length > 0 && (
        <ul className={styles.warnings} aria-label="Warnings of the run">
          {view.warnings.map((warning, index) => (
            <li key={`${index}`}>
              <Badge tone="warning">{warning.code}</Badge> {warning.taskId ? `${warning.taskId}: ` : ''}
              {warning.message}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
