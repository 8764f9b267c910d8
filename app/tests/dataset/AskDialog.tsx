import { type ReactNode, useState } from 'react';
import type { LiveBounds } from '../../session/tests/index.ts';
import { Button, Dialog, Field, NumberField, Switch } from '../../ui/index.ts';
import styles from './ask.module.css';

interface AskDialogProps {
  readonly title: string;
  readonly description: string;
  /** What the button that makes the calls says; “Ask” where it is absent. */
  readonly action?: string;
  /** How many calls are allowed where the user says nothing. */
  readonly usualCalls: number;
  /** Whether what is kept may be asked for again; absent: nothing is kept. */
  readonly canRenew?: boolean;
  readonly onClose: () => void;
  readonly onAsk: (bounds: LiveBounds) => void;
}

/** Asks within which budget calls are made for real. */
export function AskDialog({
  title,
  description,
  action = 'Ask',
  usualCalls,
  canRenew = false,
  onClose,
  onAsk,
}: AskDialogProps): ReactNode {
  const [calls, setCalls] = useState<number | null>(usualCalls);
  const [tokens, setTokens] = useState<number | null>(null);
  const [cost, setCost] = useState<number | null>(null);
  const [isFresh, setIsFresh] = useState(false);
  const limits = toLimits({ calls, tokens, cost });
  const ask = (): void => {
    if (limits === null) return;
    onClose();
    onAsk({ limits, isFresh });
  };
  return (
    <Dialog
      isOpen
      size="small"
      title={title}
      description={description}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={limits === null} onClick={ask}>
            {action}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <Field label="Most calls">
          <NumberField isInteger min={1} value={calls} placeholder="any number" onCommit={setCalls} />
        </Field>
        <Field label="Most tokens">
          <NumberField isInteger min={1} value={tokens} placeholder="any number" onCommit={setTokens} />
        </Field>
        <Field
          label="Most cost"
          hint="Models without a known price are not asked then."
          error={limits === null ? 'Give a budget: of calls, of tokens or of cost.' : undefined}
        >
          <NumberField min={0} step={0.1} suffix="$" value={cost} placeholder="any amount" onCommit={setCost} />
        </Field>
        {canRenew && (
          <Field label="Ask again for what is kept" layout="row">
            <Switch checked={isFresh} onChange={setIsFresh} />
          </Field>
        )}
      </div>
    </Dialog>
  );
}

/** What a person allows of calls, tokens and cost; null: any amount. */
type Budget = { readonly [Part in keyof LiveBounds['limits']]-?: number | null };

/** The limits of a budget; null where it limits nothing: nothing is asked for then. */
export function toLimits({ calls, tokens, cost }: Budget): LiveBounds['limits'] | null {
  if (calls === null && tokens === null && cost === null) return null;
  return {
    ...(calls === null ? {} : { calls }),
    ...(tokens === null ? {} : { tokens }),
    ...(cost === null ? {} : { cost }),
  };
}
