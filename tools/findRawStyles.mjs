/**
 * Finds sizes, layers and colours that a style sheet names itself. They are tokens (`app/ui/tokens.css`): so text has six sizes,
 * corners have three radii and what lies over what is read in one place.
 */

/** What a declaration must take from the tokens. */
const RULES = [
  { what: 'size of text', pattern: /\bfont(?:-size)?:[^;{}/]*\d+(?:\.\d+)?px/g },
  { what: 'radius', pattern: /\bborder(?:-[a-z-]+)?-radius:[^;{}]*\b\d*[1-9]\d*(?:\.\d+)?px/g },
  { what: 'layer', pattern: /\bz-index:\s*-?\d+/g },
  { what: 'colour', pattern: /#[0-9a-f]{3,8}\b(?=[^{}]*;)|\b(?:rgb|hsl)a?\(/gi },
];

/**
 * @param {string} css
 * @returns {readonly { what: string, line: number, text: string }[]}
 */
export function findRawStyles(css) {
  const text = css.replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ' '));
  return RULES.flatMap(({ what, pattern }) =>
    [...text.matchAll(pattern)].map((found) => ({
      what,
      line: text.slice(0, found.index).split('\n').length,
      text: found[0].trim(),
    })),
  );
}
