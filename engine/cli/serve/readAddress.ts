/** An address without a slash at its end; null where there is none, undefined for what is no address, or has more than a path. */
export function readAddress(text: string | undefined): string | null | undefined {
  if (text === undefined) return null;
  if (!URL.canParse(text)) return undefined;
  const { protocol, search, hash } = new URL(text);
  const isBare = search === '' && hash === '';
  return isBare && (protocol === 'http:' || protocol === 'https:') ? text.replace(/\/+$/, '') : undefined;
}
