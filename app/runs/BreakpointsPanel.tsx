import type { ReactNode } from 'react';
import { useSession } from '../session/index.ts';
import { Panel } from '../ui/index.ts';
import { BreakpointList } from './debug/BreakpointList.tsx';
import styles from './debug/debug.module.css';
import { ErrorPausePart } from './debug/ErrorPausePart.tsx';
import { PinList } from './debug/PinList.tsx';

/** What pauses runs by itself, and which tasks do not run but answer with a pin: of all files. */
export function BreakpointsPanel(): ReactNode {
  const hasServers = useSession((state) => state.workspace.servers.length > 0);
  return (
    <Panel title="Breakpoints">
      {hasServers && (
        <p className={styles.where}>
          All of this holds in runs of this browser. Servers know none of it: fork a run here, and it holds in the fork.
        </p>
      )}
      <ErrorPausePart />
      <BreakpointList />
      <PinList />
    </Panel>
  );
}
