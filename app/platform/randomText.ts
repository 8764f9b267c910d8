/** 128 random bits as text. Not `crypto.randomUUID`: pages that came over plain HTTP have none. */
export function randomText(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}
