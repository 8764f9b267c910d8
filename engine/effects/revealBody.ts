import { listTokens, revealText } from './secrets/placeholder.ts';

const LITERAL = /"(?:[^"\\]|\\.)*"/gs;

/**
 * Puts secrets into a body. In JSON each stays a part of the text it was written in, whatever its characters: it is escaped as that
 * text is, once more where the text holds JSON itself, as `toJson` writes it.
 */
export function revealBody(body: string, reveal: (token: string) => string): string {
  return isJson(body) ? revealJson(body, reveal) : revealText(body, reveal, (value) => value);
}

function revealJson(json: string, reveal: (token: string) => string): string {
  return json.replace(LITERAL, (literal) => {
    const text: unknown = JSON.parse(literal);
    if (typeof text !== 'string' || listTokens(text).length === 0) return literal;
    return JSON.stringify(revealBody(text, reveal));
  });
}

/** Whether a text is JSON that can hold texts. */
function isJson(text: string): boolean {
  if (!/^\s*["[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
