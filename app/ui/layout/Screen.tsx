import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { classes } from '../base/classes.ts';
import hidden from '../display/visuallyHidden.module.css';
import dialog from './Dialog.module.css';
import styles from './Screen.module.css';
import { useDialogLayer, useOpener } from './useDialogLayer.ts';

export interface ScreenProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** The accessible name. */
  readonly label: string;
  /** False: it is as small as a dialog, which it may be until it has something to show. */
  readonly isFull: boolean;
  readonly children: ReactNode;
}

/** Something that fills the window for a while: what is below it stays as it was. Focus moves in and comes back; Escape closes it. */
export function Screen({ isOpen, onClose, label, isFull, children }: ScreenProps) {
  const content = useRef<HTMLDivElement>(null);
  const opener = useOpener();
  const layer = useDialogLayer(isOpen, onClose);
  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        {!isFull && <Radix.Overlay className={dialog.scrim} />}
        <Radix.Content
          ref={content}
          className={classes(isFull ? styles.screen : classes(dialog.dialog, dialog.medium, styles.small), 'nokey')}
          aria-describedby={undefined}
          tabIndex={-1}
          onOpenAutoFocus={(event) => {
            opener.note();
            if (content.current?.contains(document.activeElement)) return;
            event.preventDefault();
            content.current?.focus();
          }}
          onCloseAutoFocus={opener.giveBack}
          {...layer}
        >
          <Radix.Title className={hidden.visuallyHidden}>{label}</Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
