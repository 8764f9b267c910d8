import { openAssistant, type Wish } from '../session/proposals/index.ts';

/** Shows the panel in which a model is asked; `wish` is what it is to be asked, absent: what was there. */
export function askAssistant(wish?: Wish): void {
  openAssistant(wish);
}
