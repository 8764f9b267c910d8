import type { ReactNode } from 'react';
import { drawnGraph } from '#engine';
import { useAnalysis, useIsReading, useIsStale } from '../session/index.ts';
import { ListTreeIcon } from '../ui/icons.ts';
import { EmptyState, Panel } from '../ui/index.ts';
import styles from './OutlinePanel.module.css';
import { OutlineTree } from './OutlineTree.tsx';

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
