import { createAddressBar } from './platform/index.ts';
import { followAddress } from './session/address/index.ts';

/** Goes where the address of the page leads, and keeps it that of what is on screen. */
export function keepAddress(): Promise<() => void> {
  return followAddress(createAddressBar(), performance.timeOrigin);
}
