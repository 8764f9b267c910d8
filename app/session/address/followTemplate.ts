import type { AddressBar } from '../../platform/index.ts';
import { update } from '../store/store.ts';
import { openDialog } from '../store/view.ts';

/** The template that an address asks for, `#/?template=NAME`; null: it asks for none. */
function templateOf(hash: string): string | null {
  return hash.startsWith('#/') ? new URLSearchParams(hash.split('?')[1]).get('template') : null;
}

/**
 * Opens the gallery at the template that the address asks for, now and whenever a person goes to such an address. It has to look before the
 * address becomes that of what is on screen. Answers with a function that stops that.
 */
export function followTemplate(bar: Pick<AddressBar, 'read' | 'onGo'>): () => void {
  function look(): void {
    const template = templateOf(bar.read());
    if (template === null) return;
    update({ view: { template } });
    openDialog('templates');
  }
  look();
  return bar.onGo(look);
}

/** Says that the gallery has shown the template that was asked for: opened again, it begins with its list. */
export function forgetTemplate(): void {
  update({ view: { template: null } });
}
