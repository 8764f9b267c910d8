import { useRef, useState } from 'react';
import { changeSecret } from '../session/workspace/index.ts';
import { Button, Dialog, Field, SecretField } from '../ui/index.ts';

export interface PassphraseDialogProps {
  /** True: there is one already, and it is asked for. */
  readonly isKnown: boolean;
  readonly onClose: () => void;
  readonly onUnlocked: () => void;
}

/** Asks for the passphrase that opens secrets kept under it; the first one given becomes the passphrase. */
export function PassphraseDialog({ isKnown, onClose, onUnlocked }: PassphraseDialogProps) {
  const field = useRef<{ take: () => string }>(null);
  const [isBusy, setIsBusy] = useState(false);
  async function unlock() {
    const passphrase = field.current?.take() ?? '';
    if (passphrase === '') return;
    setIsBusy(true);
    const isOpen = await changeSecret({ type: 'unlock', passphrase });
    setIsBusy(false);
    if (!isOpen) return;
    onClose();
    onUnlocked();
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="small"
      title={isKnown ? 'Open your secrets' : 'Choose a passphrase'}
      description={
        isKnown
          ? 'Secrets kept under the passphrase stay open until this tab closes.'
          : 'It is asked for once in each tab. It is kept nowhere: forgotten, the secrets under it have to be set again.'
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void unlock();
        }}
      >
        <Field label="Passphrase">
          <SecretField ref={field} />
        </Field>
        <p style={{ display: 'flex', justifyContent: 'flex-end', marginTop: 12 }}>
          <Button type="submit" variant="primary" isBusy={isBusy}>
            {isKnown ? 'Open' : 'Use this passphrase'}
          </Button>
        </p>
      </form>
    </Dialog>
  );
}
