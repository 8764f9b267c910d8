/**
 * Characters that look like an ASCII one, most of them letters of other scripts: from the table `confusables.txt` of
 * Unicode Technical Standard 39 (Unicode Security Mechanisms), those of Latin, Cyrillic and Greek and the signs that ids are
 * made of. Omitted is what differs in usual fonts of editors. Each row: what it looks like, then what looks so.
 */
const TABLE = `
a аαɑ  c сϲᴄ  d ԁ  e еҽ  g ɡ  h һ  i іιıɪɩ  j јϳ  k кκ  l ӏӀǀ  n ո  o оοσᴏօ  p рρϱ  q ԛ  r г  s ѕꜱ  u υսᴜ  v νѵᴠ  w ԝѡᴡ  x х  y уγүʏ  z ᴢ
A АΑ  B ВΒ  C СϹ  E ЕΕ  F Ϝ  G Ԍ  H НΗ  I ІΙ  J ЈͿ  K КΚ  M МΜ  N Ν  O ОΟ  P РΡ  Q Ԛ  S Ѕ  T ТΤ  V Ѵ  W Ԝ  X ХΧ  Y УΥҮ  Z Ζ
3 ЗӠ  6 б  - ‐‑‒–—−˗⁃  _ ‿﹍﹎﹏  . ․  : ꞉ː∶  / ⁄∕  ~ ∼`;

const LOOKS_LIKE: ReadonlyMap<string, string> = new Map(
  TABLE.trim()
    .split(/\s{2,}|\n/)
    .flatMap((row) => {
      const [meant = '', others = ''] = row.split(' ');
      return Array.from(others).map((other) => [other, meant] as const);
    }),
);

/** Letters of Latin and Greek in full width or in a shape for formulas. */
const SHAPED = /[\u{FF21}-\u{FF3A}\u{FF41}-\u{FF5A}]|[\u{1D400}-\u{1D7CB}]/u;
/** Signs and digits of ASCII in full width. */
const FULL_WIDTH = /[\u{FF01}-\u{FF5E}]/u;

const SCRIPTS = ['Latin', 'Cyrillic', 'Greek'] as const;
type Script = (typeof SCRIPTS)[number];

const IS_OF: Readonly<Record<Script, RegExp>> = {
  Latin: /\p{sc=Latn}/u,
  Cyrillic: /\p{sc=Cyrl}/u,
  Greek: /\p{sc=Grek}/u,
};

/** The usual letters of other scripts that Latin ones look like, by the Latin one. Rare ones are omitted: `SMS` next to Cyrillic is Latin. */
const TWINS: Readonly<Record<Exclude<Script, 'Latin'>, ReadonlyMap<string, string>>> = {
  Cyrillic: twins('асеікорухАВЕІКМНОРСТУХ'),
  Greek: twins('αικορυνγΑΒΕΖΗΙΚΜΝΟΡΤΥΧ'),
};

function twins(letters: string): ReadonlyMap<string, string> {
  return new Map(Array.from(letters, (letter) => [LOOKS_LIKE.get(letter) ?? letter, letter]));
}

/** Characters without a shape of their own, and blanks that look like the usual one. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u;
/** Characters of Chinese and Japanese texts, between which the blank has the width of one of them. */
const EAST = '[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\u{FF01}-\\u{FF9F}]';
/** What is not seen and belongs there: within emoji, in scripts that join their letters, and in Chinese and Japanese. */
const JOINED = [
  '\\p{Emoji}[\\u{FE0E}\\u{FE0F}]\\u{200D}?',
  '\\p{Extended_Pictographic}\\p{Emoji_Modifier}?\\u{200D}',
  '(?![\\p{sc=Latn}\\p{sc=Grek}\\p{sc=Cyrl}])[\\p{L}\\p{M}][\\u{200C}\\u{200D}]',
  `${EAST}[\\u{FE00}-\\u{FE0F}\\u{E0100}-\\u{E01EF}]`,
  `(?<=${EAST}[\\u{FE00}-\\u{FE0F}\\u{E0100}-\\u{E01EF}]?)\\u{3000}`,
  `\\u{3000}(?=${EAST})`,
].join('|');
const JOINED_OR_UNSEEN = new RegExp(`(${JOINED})|${UNSEEN.source}`, 'gu');

/** The first character of an id that cannot be seen; undefined where there is none. */
export function findUnseen(id: string): string | undefined {
  return [...id.matchAll(JOINED_OR_UNSEEN)].find(([, joined]) => joined === undefined)?.[0];
}

/** An id without what cannot be seen, its blanks the usual ones; what its script or emoji needs stays. */
export function withoutUnseen(id: string): string {
  return id.replace(JOINED_OR_UNSEEN, (sign: string, joined: string | undefined) => joined ?? blankOrNone(sign));
}

function blankOrNone(sign: string): string {
  return /\p{Zs}/u.test(sign) ? ' ' : '';
}

/** A character that looks like another one, and that one; both are single characters. */
export interface Pretender {
  readonly sign: string;
  readonly twin: string;
}

/**
 * The first character of an id that pretends to be another one: a sign that looks like one of ASCII, or a letter of
 * another script within a word that looks like a word of one script. A word in one script is none, whatever it looks like.
 */
export function findPretender(id: string): Pretender | undefined {
  const sign = Array.from(id).find(isStrangeSign);
  if (sign !== undefined) return { sign, twin: toPlain(sign) };
  return wordsOf(id).flatMap((word) => pretenderIn(word) ?? [])[0];
}

function pretenderIn(word: string): Pretender | undefined {
  const meant = Array.from(inOneScript(word));
  return Array.from(word).flatMap((sign, at) => (meant[at] === sign ? [] : { sign, twin: meant[at] ?? sign }))[0];
}

/** An id without pretenders: each word in the script that most of its letters are of. */
export function withoutPretenders(id: string): string {
  const plain = Array.from(id, (sign) => (isStrangeSign(sign) ? toPlain(sign) : sign)).join('');
  return plain.replace(WORD, inOneScript);
}

function isStrangeSign(sign: string): boolean {
  return LOOKS_LIKE.has(sign) && !/[\p{L}\p{N}]/u.test(sign);
}

/** A word; an abbreviation in capitals of ASCII next to a word in small letters of another script is one of its own. */
const WORD =
  /(?<![\p{L}\p{M}])[A-Z]{2,}(?=(?![a-z])\p{Ll})|(?<=(?![a-z])\p{Ll})[A-Z]{2,}(?![\p{L}\p{M}])|(?:(?!(?<=(?![a-z])\p{Ll})[A-Z]{2,}(?![\p{L}\p{M}]))[\p{L}\p{M}])+/gu;

function wordsOf(id: string): readonly string[] {
  return id.match(WORD) ?? [];
}

/** A word with the look-alikes in it written in the script of the others; as it is where it is no word of one script. */
function inOneScript(word: string): string {
  const letters = Array.from(word);
  const isShaped = letters.every((letter) => SHAPED.test(letter) || scriptOf(letter) === '');
  const plain = isShaped ? letters : letters.map((letter) => (SHAPED.test(letter) ? letter.normalize('NFKC') : letter));
  const count = (script: Script) => plain.filter((letter) => IS_OF[script].test(letter)).length;
  const scripts = SCRIPTS.filter((script) => count(script) > 0).toSorted((a, b) => count(b) - count(a));
  if (scripts.length < 2) return plain.join('');
  for (const script of scripts) {
    const meant = plain.map((letter) => inScript(letter, script));
    if (meant.every((letter) => letter !== undefined)) return meant.join('');
  }
  return plain.join('');
}

/** A letter as it looks in a script; undefined where it looks like none of it. */
function inScript(letter: string, script: Script): string | undefined {
  if (IS_OF[script].test(letter) || SCRIPTS.every((other) => !IS_OF[other].test(letter))) return letter;
  const latin = toPlain(letter);
  if (script !== 'Latin') return TWINS[script].get(latin);
  return /^[A-Za-z]$/.test(latin) ? latin : undefined;
}

function toPlain(sign: string): string {
  const plain = FULL_WIDTH.test(sign) || SHAPED.test(sign) ? sign.normalize('NFKC') : sign;
  return LOOKS_LIKE.get(plain) ?? plain;
}

/** What an id looks like: two ids with the same are easily taken for each other (UTS 39, section 4: skeleton). */
export function looksOf(id: string): string {
  const seen = Array.from(id, (sign) => (UNSEEN.test(sign) ? blankOrNone(sign) : sign)).join('');
  return Array.from(seen.normalize('NFC'), toPlain).join('');
}

/** How a message names a character that cannot be shown: `U+200B`. */
export function codePoint(sign: string): string {
  return `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The script of a letter, for messages; empty for signs, and for letters in a shape of their own. */
export function scriptOf(sign: string): Script | '' {
  return SHAPED.test(sign) ? '' : (SCRIPTS.find((script) => IS_OF[script].test(sign)) ?? '');
}
