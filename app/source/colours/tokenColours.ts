/** Which of the product's colours each kind of token has, in the editor and in fields of code. */
export const TOKEN_COLOURS = {
  '': '--ink',
  key: '--tool',
  value: '--ink',
  string: '--success',
  number: '--ink',
  constant: '--wait',
  keyword: '--agent',
  regexp: '--success',
  comment: '--ink-3',
  delimiter: '--ink-2',
  anchor: '--container',
  brace: '--warning',
  'expression.name': '--agent',
  'expression.function': '--tool',
  'expression.string': '--success',
  'expression.number': '--wait',
  'expression.operator': '--ink-2',
} as const;

/** What a stretch of text is. */
export type TokenKind = keyof typeof TOKEN_COLOURS;
