import type { RE2JS } from 're2js';
import { messageOf, patterns } from '../../base/index.ts';
import { LIMITS } from '../values/limits.ts';
import type { FunctionCall, FunctionDefinition } from './FunctionCall.ts';

/** Functions about text. */
export const TEXT_FUNCTIONS = {
  startsWith: {
    signature: 'startsWith(text, start)',
    arity: [2, 2],
    run: (call) => call.text(0).startsWith(call.text(1)),
  },
  endsWith: {
    signature: 'endsWith(text, end)',
    arity: [2, 2],
    run: (call) => call.text(0).endsWith(call.text(1)),
  },
  lower: {
    signature: 'lower(text)',
    arity: [1, 1],
    run: (call) => call.text(0).toLowerCase(),
  },
  upper: {
    signature: 'upper(text)',
    arity: [1, 1],
    run: (call) => call.text(0).toUpperCase(),
  },
  trim: {
    signature: 'trim(text)',
    arity: [1, 1],
    run: (call) => call.text(0).trim(),
  },
  split: {
    signature: 'split(text, separator)',
    arity: [2, 2],
    run: (call) => (call.text(1) === '' ? Array.from(call.text(0)) : call.text(0).split(call.text(1))),
  },
  join: {
    signature: "join(list, separator = ',')",
    arity: [1, 2],
    run: (call) => joinItems(call, call.has(1) ? call.text(1) : ','),
  },
  replace: {
    signature: 'replace(text, find, with)',
    arity: [3, 3],
    run: replaceAll,
  },
  matches: {
    signature: 'matches(text, pattern)',
    arity: [2, 2],
    run: (call) => compilePattern(call, call.text(1)).test(call.text(0)),
  },
  base64: {
    signature: 'base64(text)',
    arity: [1, 1],
    run: (call) => call.madeText(toBase64(encodeUtf8(call, call.text(0)))),
  },
  encodeURI: {
    signature: 'encodeURI(text)',
    arity: [1, 1],
    run: (call) => percentEncode(call, encodeURI),
  },
  encodeURIComponent: {
    signature: 'encodeURIComponent(text)',
    arity: [1, 1],
    run: (call) => percentEncode(call, encodeURIComponent),
  },
} satisfies Record<string, FunctionDefinition>;

function joinItems(call: FunctionCall, separator: string): string {
  const parts: string[] = [];
  let length = 0;
  for (const item of call.list(0)) {
    const part = call.toText(item);
    length += part.length + separator.length;
    if (length > LIMITS.result) call.madeText(' '.repeat(LIMITS.result + 1));
    parts.push(part);
  }
  return call.madeText(parts.join(separator));
}

function replaceAll(call: FunctionCall): string {
  const text = call.text(0);
  const find = call.text(1);
  const replacement = call.text(2);
  if (find === '') call.fail('the text to find is empty.');
  const parts = text.split(find);
  const growth = (parts.length - 1) * (replacement.length - find.length);
  if (text.length + growth > LIMITS.result) call.fail('the text grows larger than 1 MiB.');
  return call.madeText(parts.join(replacement));
}

/** Compiled patterns by source, the oldest dropped first: a pattern is mostly constant, its text is not. */
const compiledPatterns = new Map<string, RE2JS>();
const KEPT_PATTERNS = 64;

function compilePattern(call: FunctionCall, pattern: string): RE2JS {
  const kept = compiledPatterns.get(pattern);
  if (kept !== undefined) return kept;
  if (pattern.length > LIMITS.pattern) call.fail(`a pattern has at most ${LIMITS.pattern} characters.`);
  const engine = patterns();
  let compiled: RE2JS;
  try {
    compiled = engine.compile(pattern);
  } catch (error) {
    return call.fail(`the pattern is no regular expression of RE2: ${messageOf(error)}.`);
  }
  if (compiledPatterns.size >= KEPT_PATTERNS) compiledPatterns.delete(compiledPatterns.keys().next().value ?? '');
  compiledPatterns.set(pattern, compiled);
  return compiled;
}

/** Half of a pair that writes one character: it has no UTF-8. */
const LONE_SURROGATE = /\p{Surrogate}/u;

function percentEncode(call: FunctionCall, encode: (text: string) => string): string {
  const text = call.text(0);
  if (LONE_SURROGATE.test(text)) call.fail('the text holds half of a character (a lone surrogate).');
  return call.madeText(encode(text));
}

/** UTF-8 bytes of a text. */
function encodeUtf8(call: FunctionCall, text: string): number[] {
  if (LONE_SURROGATE.test(text)) call.fail('the text holds half of a character (a lone surrogate).');
  const bytes: number[] = [];
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    if (code < 0x80) bytes.push(code);
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 63));
    else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
    else bytes.push(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
  }
  return bytes;
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function toBase64(bytes: readonly number[]): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const left = bytes.length - at;
    const group = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    text += `${BASE64.charAt(group >> 18)}${BASE64.charAt((group >> 12) & 63)}${left > 1 ? BASE64.charAt((group >> 6) & 63) : '='}${left > 2 ? BASE64.charAt(group & 63) : '='}`;
  }
  return text;
}
