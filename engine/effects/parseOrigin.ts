/**
 * The origin of an address, as the egress would call it: `https://host:8443`, the host in ASCII. Null where it
 * is no address that can be called over HTTP.
 * @param base what a relative address starts from; absent: it must be absolute
 */
export function parseOrigin(address: string, base?: string): string | null {
  if (!URL.canParse(address, base)) return null;
  const { protocol, origin } = new URL(address, base);
  return protocol === 'http:' || protocol === 'https:' ? origin : null;
}
