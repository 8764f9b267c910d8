import { createContext, useContext } from 'react';

/** Whether cards are near enough to be read. One look at the zoom for all of them: hundreds would follow each step of it. */
export const Detail = createContext(true);

/** Whether a card or line shows all of itself, and not only what can be told from afar. */
export function useIsDetailed(): boolean {
  return useContext(Detail);
}
