import { lazyPart } from '../base/lazyPart.tsx';
import { LoadBoundary } from '../feedback/LoadBoundary.tsx';
import type { MenuPopupProps } from './MenuPopup.tsx';

const MenuPopup = lazyPart(() => import('./MenuPopup.tsx').then((module) => module.MenuPopup));

/** The open menu. One that cannot be loaded shows a notice and counts as closed. */
export function LazyMenu(props: MenuPopupProps) {
  return (
    <LoadBoundary message="The menu did not open." onFailure={props.onClose}>
      <MenuPopup {...props} />
    </LoadBoundary>
  );
}
