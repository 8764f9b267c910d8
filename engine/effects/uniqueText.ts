/**
 * 96 random bits as text: 24 lower case letters and digits. On every host and page: browsers leave `crypto.randomUUID` out of
 * pages that came over plain HTTP.
 */
export function uniqueText(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(36).padStart(2, '0')).join('');
}
