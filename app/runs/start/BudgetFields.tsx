import type { ReactNode } from 'react';
import { useSession } from '../../session/index.ts';
import { setBudget } from '../../session/workspace/index.ts';
import { Button, NumberField } from '../../ui/index.ts';
import styles from './RunForm.module.css';

/** What a run's models may take before it pauses; the same for every run on this device. */
export function BudgetFields({ onPrices }: { readonly onPrices: () => void }): ReactNode {
  const { tokens, cost } = useSession((state) => state.workspace.budget);
  const change = (part: { tokens?: number | null; cost?: number | null }) => {
    const next = { tokens: tokens ?? null, cost: cost ?? null, ...part };
    setBudget({
      ...(next.tokens === null ? {} : { tokens: next.tokens }),
      ...(next.cost === null ? {} : { cost: next.cost }),
    });
  };
  return (
    <fieldset className={styles.budget}>
      <legend>Pause when models used more than</legend>
      <NumberField
        isInteger
        min={1}
        aria-label="Budget in tokens"
        placeholder="any number of"
        suffix="tokens"
        value={tokens ?? null}
        onCommit={(value) => change({ tokens: value })}
      />
      <span>or</span>
      <NumberField
        min={0}
        step={0.1}
        aria-label="Budget in US dollars"
        placeholder="any amount of"
        suffix="$"
        value={cost ?? null}
        onCommit={(value) => change({ cost: value })}
      />
      <Button size="small" variant="ghost" onClick={onPrices}>
        Model prices
      </Button>
    </fieldset>
  );
}
