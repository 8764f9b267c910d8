import { LoadBoundary } from './LoadBoundary.tsx';
import { lazyPart } from './lazyPart.tsx';
import type { MenuPopupProps } from './MenuPopup.tsx';

const MenuPopup = lazyPart(() => import('./MenuPopup.tsx').then((module) => module.MenuPopup));

/** The open menu. One that cannot be loaded says so and counts as closed. */
export function LazyMenu(props: MenuPopupProps) {
  return (
    <LoadBoundary told="The menu did not open." onFailure={props.onClose}>
      <MenuPopup {...props} />
    </LoadBoundary>
  );
}
