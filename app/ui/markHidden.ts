/**
 * Characters that do not show, or that change how others are shown: controls, line breaks, marks that turn text around
 * (bidi), fillers, spaces other than the usual one, halves of pairs.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu;

/** A text with `⟨U+202E⟩` in the place of each character that a reader would not see, or that would turn others around. */
export function markHidden(text: string): string {
  return text.replace(HIDDEN, mark);
}

/** A name in quotes that it cannot close: its own are marked, and so is what a reader would not see. */
export function quoteName(name: string): string {
  return `“${markHidden(name).replace(/[“”„‟]/g, mark)}”`;
}

function mark(char: string): string {
  return `⟨U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`;
}
