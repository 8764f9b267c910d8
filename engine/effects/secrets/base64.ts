/** Standard base64 of bytes. */
export function encodeBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let start = 0; start < bytes.length; start += 0x8000) {
    binary += String.fromCharCode(...bytes.subarray(start, start + 0x8000));
  }
  return btoa(binary);
}

/** Standard base64 of a text's UTF-8 bytes. */
export function textToBase64(text: string): string {
  return encodeBase64(new TextEncoder().encode(text));
}

/** The bytes in a base64 string; null when it is none. */
export function base64ToBytes(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
}

/** The text in a base64 string; null when it is none, or not UTF-8. */
export function base64ToText(base64: string): string | null {
  const bytes = base64ToBytes(base64);
  if (bytes === null) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
