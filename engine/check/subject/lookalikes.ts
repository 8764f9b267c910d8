/**
 * Characters that look like an ASCII one, most of them letters of other scripts: from the table `confusables.txt` of
 * Unicode Technical Standard 39 (Unicode Security Mechanisms), those of Latin, Cyrillic and Greek and the signs that ids are
 * made of. Left out is what differs in usual fonts of editors. Each row: what it looks like, then what looks so.
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

/** Characters without a shape of their own, and blanks that look like the usual one. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u;
/** What joins emoji and letters of scripts that need it is no stranger there. */
const JOINED =
  /(?:\p{Emoji}[\u{FE0E}\u{FE0F}]\u{200D}?|\p{Extended_Pictographic}\p{Emoji_Modifier}?\u{200D}|(?![\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}])[\p{L}\p{M}][\u{200C}\u{200D}])/gu;

/** The first character of an id that cannot be seen; undefined where there is none. */
export function findUnseen(id: string): string | undefined {
  return UNSEEN.exec(id.replace(JOINED, ''))?.[0];
}

/** An id without what cannot be seen, its blanks the usual ones. */
export function withoutUnseen(id: string): string {
  return Array.from(id)
    .map((sign) => (UNSEEN.test(sign) ? (/\p{Zs}/u.test(sign) ? ' ' : '') : sign))
    .join('');
}

/**
 * The first character of an id that pretends to be another one: a sign that looks like one of ASCII, or a letter of
 * another script within a word. A word in one script is none, whatever it looks like.
 */
export function findPretender(id: string): string | undefined {
  const sign = Array.from(id).find((one) => LOOKS_LIKE.has(one) && !/[\p{L}\p{N}]/u.test(one));
  return sign ?? (id.match(/[\p{L}\p{M}]+/gu) ?? []).flatMap((word) => pretenderIn(word) ?? [])[0];
}

function pretenderIn(word: string): string | undefined {
  const scripts = SCRIPTS.filter((script) => script.test(word));
  return scripts.length < 2 ? undefined : Array.from(word).find((letter) => isForeign(letter));
}

const SCRIPTS = [/[a-z]/i, /\p{sc=Cyrl}/u, /\p{sc=Grek}/u, /[\u{FF21}-\u{FF5A}]|[\u{1D400}-\u{1D7FF}]/u] as const;

function isForeign(letter: string): boolean {
  return !/\p{sc=Latn}/u.test(letter) ? toPlain(letter) !== letter : /[\u{FF21}-\u{FF5A}]/u.test(letter);
}

function toPlain(sign: string): string {
  return LOOKS_LIKE.get(sign) ?? sign.normalize('NFKC');
}

/** What an id looks like: two ids with the same are easily taken for each other (UTS 39, section 4: skeleton). */
export function looksOf(id: string): string {
  return Array.from(withoutUnseen(id).normalize('NFKC'), toPlain).join('');
}

/** How a message names a character that cannot be shown: `U+200B`. */
export function codePoint(sign: string): string {
  return `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The script of a letter, for messages; empty for signs. */
export function scriptOf(sign: string): string {
  if (/\p{sc=Cyrl}/u.test(sign)) return 'Cyrillic';
  return /\p{sc=Grek}/u.test(sign) ? 'Greek' : '';
}
