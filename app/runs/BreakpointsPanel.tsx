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
          All of this applies to runs in this browser, not on servers. Fork a server’s run here, and it applies to the
          fork.
        </p>
      )}
      <ErrorPausePart />
      <BreakpointList />
      <PinList />
    </Panel>
  );
}
