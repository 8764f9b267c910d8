import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useRef, useState } from 'react';
import { lazyPart } from '../base/lazyPart.tsx';
import type { Side } from '../base/placeBeside.ts';
import { withProps } from '../base/withProps.ts';
import { LoadBoundary } from '../feedback/LoadBoundary.tsx';
import type { MenuPopupProps } from './MenuPopup.tsx';

export interface MenuProps {
  /** One button that takes a ref. */
  readonly trigger: ReactNode;
  readonly entries: MenuPopupProps['entries'];
  readonly align?: 'start' | 'center' | 'end' | undefined;
  readonly side?: Side | undefined;
  readonly isOpen?: boolean | undefined;
  readonly onOpenChange?: ((isOpen: boolean) => void) | undefined;
}

/** A menu that drops from a button. */
export function Menu({ trigger, entries, align = 'start', side = 'bottom', isOpen, onOpenChange }: MenuProps) {
  const [own, setOwn] = useState(false);
  const [isByKey, setIsByKey] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const isShown = isOpen ?? own;

  const setShown = (next: boolean) => {
    setOwn(next);
    onOpenChange?.(next);
  };
  const open = (byKey: boolean) => {
    setIsByKey(byKey);
    setShown(true);
  };
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0 || event.ctrlKey || button.current?.disabled) return;
    if (isShown) return setShown(false);
    // The focus goes to the menu, not to the button.
    event.preventDefault();
    open(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // With Mod it is a key of the app.
    if (!OPENING.has(event.key) || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (isShown && event.key !== 'ArrowDown') setShown(false);
    else open(true);
  };
  return (
    <>
      {withProps<HTMLButtonElement>(trigger, {
        ref: button,
        id,
        'aria-haspopup': 'menu',
        'aria-expanded': isShown,
        'data-state': isShown ? 'open' : 'closed',
        onPointerDown,
        onKeyDown,
      })}
      {isShown && (
        <LazyMenu
          anchor={button}
          entries={entries}
          name={{ 'aria-labelledby': id }}
          place={{ side, align, sideOffset: 5 }}
          isByKey={isByKey}
          onClose={() => setShown(false)}
        />
      )}
    </>
  );
}

const OPENING: ReadonlySet<string> = new Set(['Enter', ' ', 'ArrowDown']);

const MenuPopup = lazyPart(() => import('./MenuPopup.tsx').then((module) => module.MenuPopup));

/** The open menu. One that cannot be loaded shows a notice and counts as closed. */
export function LazyMenu(props: MenuPopupProps) {
  return (
    <LoadBoundary message="The menu did not open." onFailure={props.onClose}>
      <MenuPopup {...props} />
    </LoadBoundary>
  );
}
