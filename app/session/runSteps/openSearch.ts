import { clearSelection } from '../document/selection.ts';
import { withPort } from '../store/ports.ts';
import { session } from '../store/store.ts';
import { openDrawer, setPanel } from '../store/view.ts';

/** Opens the search in the run on screen, with the focus in its field. On a narrow window what lies over the drawer goes. */
export function openSearch(): void {
  if (session.getState().view.isNarrow) {
    clearSelection();
    setPanel(null);
  }
  openDrawer();
  withPort('runSearch', (search) => search.focus());
}
