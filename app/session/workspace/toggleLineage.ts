import { session, update } from '../store/store.ts';

/** Shows where values come from and who reads them, or hides it. */
export function toggleLineage(): void {
  update({ view: { isLineageShown: !session.getState().view.isLineageShown } });
}
