import type { ReactNode } from 'react';
import { ProposalsChip } from './proposals/index.ts';
import { WaitsChip } from './runs/WaitsChip.tsx';

/** What waits for somebody, in the bar: answers to runs, and changes that programs propose. */
export function BarChips(): ReactNode {
  return (
    <>
      <ProposalsChip />
      <WaitsChip />
    </>
  );
}
