import { type ReactNode, useEffect } from 'react';
import { countVerdicts, startBacktests, VERDICT_WORDS } from '../session/backtest/index.ts';
import { openDialog, useSession } from '../session/index.ts';
import { GitCompareIcon } from '../ui/icons.ts';
import { Button, classes } from '../ui/index.ts';
import styles from './BacktestChip.module.css';

/** Next to Run: what the last runs do on the text as it is now, by verdict; opens the list of them. Nothing while it is the text that ran last. */
export function BacktestChip(): ReactNode {
  const backtest = useSession((state) => state.run.backtest);
  useEffect(startBacktests, []);
  if (backtest === null) return null;
  const counts = countVerdicts(backtest.runs);
  const words = counts
    .map(({ verdict, count }) => `${count} ${VERDICT_WORDS[verdict ?? 'not played'].short}`)
    .join(', ');
  const isOpen = backtest.progress !== 'done';
  const different = backtest.runs.filter(({ verdict }) => verdict !== 'the same').length;
  return (
    <Button
      variant="ghost"
      className={classes(styles.chip, isOpen && styles.open)}
      data-tone={different === 0 ? undefined : 'differs'}
      icon={<GitCompareIcon aria-hidden />}
      // Not called after what it plays: next to it is Run.
      aria-label={`What the edit changes: ${words || 'being played'}${isOpen ? ', more to come' : ''}`}
      title={`The last ${backtest.runs.length} runs on the text as it is now: ${words || 'being played'}`}
      onClick={() => openDialog('backtest')}
    >
      <span className={styles.long}>{words || '…'}</span>
      <span className={styles.short}>{different === 0 ? `${backtest.runs.length} same` : `${different} differ`}</span>
    </Button>
  );
}
