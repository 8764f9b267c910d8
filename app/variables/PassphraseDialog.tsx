import { useRef, useState } from 'react';
import type { SecretKeep } from '#engine/worker';
import { changeSecret } from '../session/workspace/index.ts';
import { Button, Dialog, Field, SecretField } from '../ui/index.ts';

/** How long a secret can be kept, as the user chooses it. */
export const KEEP_OPTIONS: readonly { readonly value: SecretKeep; readonly label: string }[] = [
  { value: 'session', label: 'Until this tab closes' },
  { value: 'device', label: 'On this device' },
  { value: 'passphrase', label: 'On this device, with a passphrase' },
];

/** What keeping on the device protects against, shown where it is chosen. */
export const KEEP_NOTE =
  'subtle' in crypto
    ? 'On the device a secret is encrypted with a key of this browser. That keeps it out of exports and from casual eyes, not from someone who holds the disk; a passphrase does.'
    : 'This page was loaded over plain HTTP, where browsers cannot encrypt: a secret is kept only until this tab closes. Open Signalbox over HTTPS to keep it on the device.';

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
