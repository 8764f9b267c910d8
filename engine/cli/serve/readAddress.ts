/** An address without a slash at its end; null where there is none, undefined for what is no address. */
export function readAddress(text: string | undefined): string | null | undefined {
  if (text === undefined) return null;
  if (!URL.canParse(text)) return undefined;
  const { protocol } = new URL(text);
  return protocol === 'http:' || protocol === 'https:' ? text.replace(/\/+$/, '') : undefined;
}
