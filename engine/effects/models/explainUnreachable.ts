import type { ProviderSpec } from './ProviderSpec.ts';

/**
 * What the user can do when a page got no answer at all: a browser does not report whether the network failed or the server
 * does not allow the page. `origin` is the page's; a page from the internet also needs a permission to reach this machine
 * or its network.
 */
export function explainUnreachable(call: {
  readonly spec: ProviderSpec;
  readonly url: string;
  readonly origin: string;
}): string {
  const { spec, url, origin } = call;
  const remedy = spec.remedy(origin);
  if (!isLocal(url) || isLocal(origin)) return remedy;
  return `${remedy} The address is on this machine or its network, and this page is not: Chrome then asks for the permission “Local network access” of this site, which you find next to the address bar.`;
}

/** Whether an address is of this machine or a private network. */
function isLocal(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { hostname } = new URL(address);
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname.endsWith('.local') ||
    hostname === '[::1]' ||
    /^(127|10)\.|^192\.168\.|^169\.254\.|^172\.(1[6-9]|2\d|3[01])\./.test(hostname)
  );
}
