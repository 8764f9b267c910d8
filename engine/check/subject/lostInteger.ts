import { losesDigits, readExactly, shorten, tellLost } from '../../base/index.ts';

/** What to say of a constant text in which `toNumber` or `fromJson` reads an integer that no number holds; null where there is none. */
export function findLostInteger(name: string, text: string): string | null {
  if (name === 'fromJson') return tellLostIn(text);
  if (name !== 'toNumber' || !losesDigits(text.trim())) return null;
  return `toNumber() cannot read ${shorten(text.trim())}: it is too long for an exact number. Leave toNumber() out and keep it as text.`;
}

/** The same of a text that is read as JSON. */
export function tellLostIn(json: string): string | null {
  try {
    return tellLost(readExactly(json).lost, 'This JSON');
  } catch {
    return null;
  }
}
