import { type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';

export interface PopupRegionProps {
  readonly label: string;
  /** What floats, given the element that it is put into. */
  readonly children: (place: HTMLElement) => ReactNode;
}

/** A landmark at the end of the page for what floats over it, so that a screen reader finds this by landmarks as all the rest. */
export function PopupRegion({ label, children }: PopupRegionProps): ReactNode {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  return createPortal(
    <section ref={setPlace} aria-label={label}>
      {place && children(place)}
    </section>,
    document.body,
  );
}
