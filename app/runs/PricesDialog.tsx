import type { ReactNode } from 'react';
import { closeDialog, useSession } from '../session/index.ts';
import { PricesScreen } from './parts/PricesScreen.tsx';

/** Prices of models, as a dialog of its own. */
export function PricesDialog(): ReactNode {
  const isOpen = useSession((state) => state.view.dialog === 'prices');
  return <PricesScreen isOpen={isOpen} onClose={closeDialog} />;
}
