import { Dialog as Radix } from 'radix-ui';
import { classes } from '../base/classes.ts';
import hidden from '../display/visuallyHidden.module.css';
import { CommandMenu, type CommandMenuProps } from '../menus/CommandMenu.tsx';
import styles from './CommandDialog.module.css';
import dialog from './Dialog.module.css';
import { useDialogLayer, useOpener } from './useDialogLayer.ts';

export interface CommandDialogProps extends CommandMenuProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** A {@link CommandMenu} over everything else. */
export function CommandDialog({ isOpen, onClose, ...menu }: CommandDialogProps) {
  const opener = useOpener();
  const layer = useDialogLayer(isOpen, onClose);
  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={dialog.scrim} />
        <Radix.Content
          className={classes(dialog.dialog, dialog.medium, styles.content)}
          aria-describedby={undefined}
          onOpenAutoFocus={opener.note}
          onCloseAutoFocus={opener.giveBack}
          {...layer}
        >
          <Radix.Title className={hidden.visuallyHidden}>{menu.label}</Radix.Title>
          {/* The dialog gives its field the focus: what had it before is noted only then. */}
          <CommandMenu {...menu} autoFocus={false} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
