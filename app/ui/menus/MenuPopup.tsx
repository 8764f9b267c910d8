import { DropdownMenu } from 'radix-ui';
import { type ReactNode, type Ref, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { classes } from '../base/classes.ts';
import type { Side } from '../base/placeBeside.ts';
import popup from '../base/popup.module.css';
import { type MenuEntry, renderMenuEntries } from './renderMenuEntries.tsx';

export interface MenuPopupProps {
  /** The element it is placed next to; the focus returns there. */
  readonly anchor: RefObject<HTMLElement | null>;
  /** Takes the focus back instead of the anchor. */
  readonly returnTo?: HTMLElement | null | undefined;
  /** A function is asked once the menu is there, which is later than its button. */
  readonly entries: readonly MenuEntry[] | (() => readonly MenuEntry[]);
  /** Its accessible name, or the id of the element that names it. */
  readonly name: { readonly 'aria-label': string } | { readonly 'aria-labelledby': string };
  readonly place: { readonly side: Side; readonly align: 'start' | 'center' | 'end'; readonly sideOffset: number };
  /** True when a key opened it: the first entry has the focus then. */
  readonly isByKey: boolean;
  readonly onClose: () => void;
}

/** A menu that is open, from its first render until it reports that it closes. */
export function MenuPopup({ anchor, returnTo, entries, name, place, isByKey, onClose }: MenuPopupProps) {
  const content = useRef<HTMLDivElement>(null);
  const isLeft = useRef(false);
  // A ring around what opened it is for keys.
  const isChosenByKey = useRef(isByKey);
  useEffect(() => {
    if (isByKey) requestAnimationFrame(() => content.current?.querySelector<HTMLElement>(FIRST)?.focus());
  }, [isByKey]);
  return (
    <PopupRegion label="Menu">
      {(region) => (
        <DropdownMenu.Root open modal={false} onOpenChange={(isOpen) => !isOpen && onClose()}>
          <DropdownMenu.Trigger asChild>
            <StandIn of={anchor} />
          </DropdownMenu.Trigger>
          <DropdownMenu.Portal container={region}>
            <DropdownMenu.Content
              ref={content}
              className={classes(popup.popup, 'nokey')}
              aria-labelledby={undefined}
              {...name}
              {...place}
              collisionPadding={8}
              loop
              // By keys a long menu is scrolled from the menu itself, too.
              tabIndex={0}
              onKeyDownCapture={() => {
                isChosenByKey.current = true;
              }}
              onPointerDownCapture={() => {
                isChosenByKey.current = false;
              }}
              onInteractOutside={() => {
                isLeft.current = true;
              }}
              onCloseAutoFocus={(event) => {
                event.preventDefault();
                // What was chosen may have opened a field that has the focus already.
                const { activeElement: active } = document;
                const isElsewhere = active !== null && active !== document.body && !content.current?.contains(active);
                if (isLeft.current || isElsewhere) return;
                (returnTo ?? anchor.current)?.focus({ preventScroll: true, focusVisible: isChosenByKey.current });
              }}
            >
              {renderMenuEntries(typeof entries === 'function' ? entries() : entries, region)}
            </DropdownMenu.Content>
          </DropdownMenu.Portal>
        </DropdownMenu.Root>
      )}
    </PopupRegion>
  );
}

const FIRST = '[role^="menuitem"]:not([data-disabled])';

/** Draws nothing: provides an element drawn elsewhere to a component that sets its child's ref. */
function StandIn({ of, ref }: { readonly of: RefObject<HTMLElement | null>; readonly ref?: Ref<HTMLElement> }) {
  useLayoutEffect(() => {
    if (typeof ref !== 'function') return;
    ref(of.current);
    return () => void ref(null);
  }, [of, ref]);
  return null;
}

interface PopupRegionProps {
  readonly label: string;
  /** What floats, given the element that it is put into. */
  readonly children: (place: HTMLElement) => ReactNode;
}

/** A landmark at the end of the page for what floats over it, so that a screen reader finds this by landmarks as all the rest. */
function PopupRegion({ label, children }: PopupRegionProps): ReactNode {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  return createPortal(
    <section ref={setPlace} aria-label={label}>
      {place && children(place)}
    </section>,
    document.body,
  );
}
