import type { ReactNode } from 'react';
import { closeDrawer, copyText, openDrawer, useDiagnostics, useSession } from '../session/index.ts';
import { Badge, EmptyState, IconButton, icons, ValueTree } from '../ui/index.ts';
import { EventList } from './EventList.tsx';
import styles from './RunDrawer.module.css';
import { RunStatusBadge } from './RunStatusBadge.tsx';
import { StepPanel } from './StepPanel.tsx';
import { Timeline } from './Timeline.tsx';
import { useRunSource } from './useRunSource.ts';

const TABS = [
  { tab: 'timeline', label: 'Timeline' },
  { tab: 'events', label: 'Events' },
  { tab: 'output', label: 'Output' },
  { tab: 'problems', label: 'Problems' },
] as const;

/**
 * The drawer below the canvas: timeline, events and output of the shown run, and the problems of the file.
 * @param problems what the Problems tab holds; given by the app, since features do not import each other
 */
export function RunDrawer({ problems }: { readonly problems: ReactNode }): ReactNode {
  const tab = useSession((state) => state.drawer.tab);
  const events = useSession((state) => state.run?.events.length ?? 0);
  const problemCount = useDiagnostics().length;
  const counts: Record<string, number> = { events, problems: problemCount };
  return (
    <section className={styles.drawer} aria-label="Run">
      <header className={styles.header}>
        <div role="tablist" aria-label="Run" className={styles.tabs}>
          {TABS.map((entry) => (
            <button
              key={entry.tab}
              type="button"
              role="tab"
              aria-selected={entry.tab === tab}
              onClick={() => openDrawer(entry.tab)}
            >
              {entry.label} {counts[entry.tab] ? <span className={styles.count}>{counts[entry.tab]}</span> : null}
            </button>
          ))}
        </div>
        <RunStatusBadge />
        <IconButton label="Close the drawer" icon={<icons.Close size={16} />} onClick={closeDrawer} />
      </header>
      <div className={styles.body} role="tabpanel" aria-label={tab}>
        {tab === 'problems' ? problems : <RunBody tab={tab} />}
      </div>
    </section>
  );
}

function RunBody({ tab }: { readonly tab: 'timeline' | 'events' | 'output' }): ReactNode {
  const run = useSession((state) => state.run);
  const source = useRunSource();
  if (run === null || source === null) {
    return (
      <EmptyState title="No run yet" text="Press Run to play this workflow. Every step shows here as it happens." />
    );
  }
  switch (tab) {
    case 'timeline': {
      const step = run.selectedActivation === null ? undefined : run.view.activations.get(run.selectedActivation);
      return (
        <>
          <Timeline view={run.view} source={source} />
          {step && <StepPanel key={step.activation} step={step} name={source.nameOf(step.taskId)} />}
        </>
      );
    }
    case 'events':
      return <EventList events={run.events} origin={run.view.startedAt ?? 0} source={source} />;
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
      {view.status === 'success' && <ValueTree label="output" value={view.output} onCopy={copyText} />}
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
