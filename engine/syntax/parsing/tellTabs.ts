import { applyEdits, type Diagnostic, type Fix, type TextEdit } from '../../text/index.ts';
import { parseSyntax } from './parseSyntax.ts';

/** How many spaces a tab may stand for, the likeliest first: next to lines with spaces, what editors show. */
const WIDTHS = [4, 2, 8, 1] as const;
const WIDTHS_ALONE = [2, 4, 8, 1] as const;

/** Larger texts are not read again to find out how wide a tab is. */
const LARGEST = 1 << 20;

/**
 * The problems of a text that cannot be read, those at a line that is indented with a tab as that, one for each line: what YAML
 * makes of a tab is told in words about keys and quotes otherwise. Their fix indents the whole text with spaces.
 */
export function tellTabs(errors: readonly Diagnostic[], text: string): readonly Diagnostic[] {
  const told = new Set<number>();
  let fixes: readonly Fix[] | undefined;
  return errors.flatMap((error) => {
    const start = text.lastIndexOf('\n', Math.max(0, error.range.start - 1)) + 1;
    const indent = /^[ \t]*/.exec(text.slice(start, start + LONGEST))?.[0] ?? '';
    const isIndented = indent.includes('\t');
    if (error.code !== 'TAB_INDENT' && (error.code !== 'SYNTAX_ERROR' || !isIndented)) return error;
    if (told.has(start)) return [];
    told.add(start);
    fixes ??= fixTabs(text);
    const range = isIndented ? { start, end: start + indent.length } : error.range;
    return { code: 'TAB_INDENT', severity: 'error', range, path: error.path, message: MESSAGE, fixes };
  });
}

const MESSAGE = 'This line is indented with a tab, and YAML allows only spaces. Indent it like the lines around it.';

/** Characters of a line that are looked at. */
const LONGEST = 1000;

/** Spaces in the place of all tabs that indent, as many for each as make the text readable; two where none do. */
function fixTabs(text: string): readonly Fix[] {
  const widths = text.length > LARGEST ? [] : /^ +[^\s#]/m.test(text) ? WIDTHS : WIDTHS_ALONE;
  const width = widths.find((count) => parseSyntax(applyEdits(text, tabEdits(text, count))).errors.length === 0) ?? 2;
  return [{ title: 'Indent with spaces', edits: tabEdits(text, width) }];
}

function tabEdits(text: string, width: number): readonly TextEdit[] {
  return [...text.matchAll(/^[ ]*(?:- *)*\t[ \t]*(?=\S)/gm)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    text: match[0].replaceAll('-\t', '- ').replaceAll('\t', ' '.repeat(width)),
  }));
}
