import { useEffect } from 'react';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { lazyPart } from './lazyPart.tsx';
import type { MenuPopupProps } from './MenuPopup.tsx';
import { showToast } from './Toasts.tsx';

const MenuPopup = lazyPart(() => import('./MenuPopup.tsx').then((module) => module.MenuPopup));

/** The open menu. One that cannot be loaded says so and counts as closed. */
export function LazyMenu(props: MenuPopupProps) {
  return (
    <ErrorBoundary renderFallback={({ message }) => <Failed message={message} onClose={props.onClose} />}>
      <MenuPopup {...props} />
    </ErrorBoundary>
  );
}

function Failed({ message, onClose }: { readonly message: string; readonly onClose: () => void }) {
  useEffect(() => {
    showToast({ kind: 'error', message: `The menu did not open. ${message}` });
    onClose();
  });
  return null;
}
