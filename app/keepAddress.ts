import { createAddressBar, readExample } from './platform/index.ts';
import { followAddress, followExample, followTemplate } from './session/address/index.ts';

/** Goes where the address of the page leads, and keeps it that of what is on screen. */
export async function keepAddress(): Promise<() => void> {
  const bar = createAddressBar();
  const stopTemplates = followTemplate(bar);
  const stopExamples = followExample(bar, readExample);
  const stop = await followAddress(bar, performance.timeOrigin);
  return () => {
    stopTemplates();
    stopExamples();
    stop();
  };
}
