import { type ReactNode, useEffect } from 'react';
import { setPanel } from '../session/index.ts';
import { summaryOf, watchProposals } from '../session/proposals/index.ts';
import { MessageSquarePlusIcon } from '../ui/icons.ts';
import { Button } from '../ui/index.ts';
import styles from './proposals.module.css';
import { useProposals } from './useProposals.ts';

/** How many changes programs propose in the open folder; opens the panel in which they are. Nothing where none waits. */
export function ProposalsChip(): ReactNode {
  const proposals = useProposals();
  useEffect(watchProposals, []);
  if (proposals.length === 0) return null;
  const count = proposals.reduce((sum, { judged }) => sum + (judged?.changes.length ?? 1), 0);
  const label = summaryOf(proposals);
  return (
    <Button
      variant="ghost"
      className={styles.chip}
      icon={<MessageSquarePlusIcon aria-hidden />}
      aria-label={label}
      title={label}
      onClick={() => setPanel('proposals')}
    >
      {count}
    </Button>
  );
}
