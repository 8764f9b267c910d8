import type { ReactNode } from 'react';
import { Panel } from '../ui/index.ts';
import { BreakpointList } from './debug/BreakpointList.tsx';
import { ErrorPausePart } from './debug/ErrorPausePart.tsx';
import { PinList } from './debug/PinList.tsx';

/** What pauses runs by itself, and which tasks do not run but answer with a pin: of all files. */
export function BreakpointsPanel(): ReactNode {
  return (
    <Panel title="Breakpoints">
      <ErrorPausePart />
      <BreakpointList />
      <PinList />
    </Panel>
  );
}
