import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { classes } from '../base/classes.ts';
import { IconButton } from '../controls/IconButton.tsx';
import { XIcon } from '../icons.ts';
import styles from './Dialog.module.css';
import { useDialogLayer, useOpener } from './useDialogLayer.ts';

export interface DialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Text, or parts of it that are set apart: it wraps. */
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly size?: 'small' | 'medium' | 'large' | undefined;
  readonly children: ReactNode;
  /** Buttons at the foot, the main one last. */
  readonly footer?: ReactNode;
}

/** A modal question or form. Focus moves in and comes back; Escape and the scrim close it. */
export function Dialog({ isOpen, onClose, title, description, size = 'medium', children, footer }: DialogProps) {
  const content = useRef<HTMLDivElement>(null);
  const opener = useOpener();
  const layer = useDialogLayer(isOpen, onClose);
  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={styles.scrim} />
        <Radix.Content
          ref={content}
          onOpenAutoFocus={(event) => {
            opener.note();
            focusFirst(event, content.current);
          }}
          onCloseAutoFocus={opener.giveBack}
          onEscapeKeyDown={(event) => {
            keepTyped();
            layer.onEscapeKeyDown(event);
          }}
          onInteractOutside={layer.onInteractOutside}
          className={classes(styles.dialog, styles[size], 'nokey')}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <header className={styles.header}>
            <div className={styles.words}>
              <Radix.Title className={styles.title}>{title}</Radix.Title>
              {description && (
                <Radix.Description asChild>
                  <div className={styles.description}>{description}</div>
                </Radix.Description>
              )}
            </div>
            <Radix.Close asChild>
              <IconButton label="Close" icon={<XIcon />} size="small" />
            </Radix.Close>
          </header>
          <div className={styles.body} data-dialog-body>
            {children}
          </div>
          {footer && (
            <footer className={styles.footer} data-dialog-footer>
              {footer}
            </footer>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** A field that is left keeps what was typed in it; one that is taken out of the page could not. */
function keepTyped(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

/**
 * Focuses what the user needs first: the element marked with `data-focus-first` (the safe answer to a question), else the first
 * field, else the main button, else the dialog; not the button that closes.
 */
function focusFirst(event: Event, content: HTMLElement | null): void {
  const fields = 'input:not([disabled]), textarea:not([disabled]), button[role="combobox"]';
  const target =
    content?.querySelector<HTMLElement>('[data-focus-first]') ??
    content?.querySelector<HTMLElement>(`[data-dialog-body] :is(${fields})`) ??
    content?.querySelector<HTMLElement>('[data-dialog-footer] button:last-of-type, [data-dialog-body] button');
  event.preventDefault();
  (target ?? content)?.focus();
}
