/**
 * The address a call of `core:http` goes to (format.md 3): `https://host/v1` and `/users` make `https://host/v1/users`; an
 * address with a scheme, or without a base, counts alone.
 */
export function joinUrl(base: string, url: string): string {
  if (base === '' || hasScheme(url)) return url;
  return `${base.replace(/\/+$/, '')}/${url.replace(/^\/+/, '')}`;
}

/** Whether an address begins with a scheme, as `https:` is one. */
export function hasScheme(url: string): boolean {
  return /^[a-z][a-z\d+.-]*:/i.test(url);
}
