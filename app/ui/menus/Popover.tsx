import { Popover as Radix } from 'radix-ui';
import { type ReactNode, useMemo, useRef } from 'react';
import { classes } from '../base/classes.ts';
import popup from '../base/popup.module.css';

export interface PopoverProps {
  /** A button that opens it; or omit it and give `at`. */
  readonly trigger?: ReactNode;
  /** Client coordinates in px of its anchor, for popovers that open where something was dropped. */
  readonly at?: { readonly x: number; readonly y: number } | undefined;
  readonly isOpen?: boolean | undefined;
  readonly onOpenChange?: ((isOpen: boolean) => void) | undefined;
  readonly side?: 'top' | 'right' | 'bottom' | 'left' | undefined;
  readonly align?: 'start' | 'center' | 'end' | undefined;
  /** The accessible name of what opens. */
  readonly label: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Something small that floats next to its button or at a point; Escape and a click outside close it. */
export function Popover(props: PopoverProps) {
  const { trigger, at, isOpen, onOpenChange, side = 'bottom', align = 'start', label, className, children } = props;
  const before = useRef<Element | null>(null);
  const x = at?.x;
  const y = at?.y;
  const anchor = useMemo(
    () => ({ current: { getBoundingClientRect: () => new DOMRect(x ?? 0, y ?? 0, 0, 0) } }),
    [x, y],
  );
  return (
    <Radix.Root
      {...(isOpen === undefined ? {} : { open: isOpen })}
      {...(onOpenChange === undefined ? {} : { onOpenChange })}
    >
      {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      {at && <Radix.Anchor virtualRef={anchor} />}
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          className={classes(popup.popup, 'nokey', className)}
          side={side}
          align={align}
          sideOffset={5}
          collisionPadding={8}
          onOpenAutoFocus={() => (before.current = document.activeElement)}
          onCloseAutoFocus={(event) => {
            if (trigger) return;
            // Without a button of its own, it leaves the focus where it was, unless a press elsewhere has taken it.
            event.preventDefault();
            if (document.activeElement === document.body && before.current instanceof HTMLElement)
              before.current.focus();
          }}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
