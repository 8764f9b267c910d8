import { createAddressBar } from '../platform/index.ts';
import { copyAddress } from '../session/address/index.ts';

/** Copies the address of what is on screen, as it would be in the address bar. */
export function copyPageAddress(): void {
  void copyAddress(createAddressBar());
}
