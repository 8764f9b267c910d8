const ADDRESS = /(\bhttps?:\/\/)(?:[^\s/?#"'<>]*@)?([^\s?#"'<>]*)(\?[^\s#"'<>]*)?/gi;

/** A text with the users, passwords and queries of the addresses in it omitted: they may be credentials. */
export function maskAddresses(text: string): string {
  return text.replace(ADDRESS, (_all, scheme: string, place: string, query?: string) =>
    query === undefined ? scheme + place : `${scheme}${place}?…`,
  );
}

/** A text with its percent-encoding taken back; as it is where that is broken. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** An address as requests take it: without user and password, which a header has. */
export interface BareAddress {
  readonly address: string;
  /** `authorization`; none where the address names no one. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Takes user and password out of an address, which ends with a slash if it did before. */
export function toBareAddress(address: string): BareAddress {
  const url = new URL(address);
  const { username, password } = url;
  if (username === '' && password === '') return { address, headers: {} };
  const pair = `${decodePercent(username)}:${decodePercent(password)}`;
  [url.username, url.password] = ['', ''];
  const headers = { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
  return { address: address.endsWith('/') ? url.href : url.href.replace(/\/$/, ''), headers };
}
