import type { ScalarNode } from '../tree/SyntaxNode.ts';

/** How a plain scalar starts that may be no text: a number, `~`, or a word such as `null`, `true` and `False`. */
const MAY_BE_TYPED = /^[-+.~\dnNtTfF]/;

/** What plain scalars are other than text by the core schema of YAML 1.2 (10.3.2), and their values. */
const TYPES: readonly (readonly [test: RegExp, read: (source: string) => ScalarNode['value']])[] = [
  [/^(?:~|[Nn]ull|NULL)$/, () => null],
  [/^(?:[Tt]rue|TRUE|[Ff]alse|FALSE)$/, (source) => /^t/i.test(source)],
  [/^0o[0-7]+$/, (source) => Number.parseInt(source.slice(2), 8)],
  [/^[-+]?\d+$/, (source) => Number.parseInt(source, 10)],
  [/^0x[\da-fA-F]+$/, (source) => Number.parseInt(source.slice(2), 16)],
  [/^\.(?:nan|NaN|NAN)$/, () => Number.NaN],
  [
    /^[-+]?\.(?:inf|Inf|INF)$/,
    (source) => (source.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY),
  ],
  [/^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/, (source) => Number.parseFloat(source)],
];

/** The value of a plain scalar on one line by the core schema. */
export function resolvePlain(source: string): ScalarNode['value'] {
  if (!MAY_BE_TYPED.test(source)) return source;
  const type = TYPES.find(([test]) => test.test(source));
  return type === undefined ? source : type[1](source);
}
