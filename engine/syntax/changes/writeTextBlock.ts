import { err, ok, type Result } from '../../base/index.ts';
import type { Path, Refusal, TextEdit } from '../../text/index.ts';
import { indentLines, lineEnd } from '../lines/textLines.ts';
import type { ScalarNode, Syntax } from '../tree/Syntax.ts';
import { formatFlowKey, formatKey } from '../writing/formatData.ts';
import { formatBlock, formatScalar } from '../writing/formatScalar.ts';
import { readStyle, type YamlStyle } from '../writing/readStyle.ts';
import { cannotEdit, keepAliases, locate, unknownPath } from './composeSteps.ts';

/** A text block that is to have another text. */
interface TextBlock {
  readonly text: string;
  readonly style: YamlStyle;
  readonly old: ScalarNode;
  /** The column of the key or dash that holds it. */
  readonly base: number;
}

/**
 * The edits that give a text block another text: its indent and the comment next to it stay, and so does every line at its
 * beginning and its end that stays the same. Null where only quotes keep the text, or one line holds it.
 */
export function writeTextBlock({ text, style, old, base }: TextBlock, value: string): TextEdit[] | null {
  const [header = '', digit] = /^[|>][-+]?(\d?)[-+]?/.exec(old.source) ?? [];
  const shown = /\n( *)[^ \r\n]/.exec(old.source)?.[1]?.length ?? base + style.step;
  const margin = digit ? base + Number(digit) : shown;
  const [head, ...lines] = formatBlock(value, margin - base) ?? [];
  if (head === undefined) return null;
  const isKept = head.includes('+');
  const start = lineEnd(text, old.start);
  const end = endOf(text, lineEnd(text, old.end), isKept ? 0 : margin + 1);
  // Each line with the break before it; those of a folded block are other ones in a literal one.
  const written = text.slice(start, end).match(/\r?\n[^\r\n]*/g) ?? [];
  const contents = header.startsWith('|') ? written.map((line) => line.replace(/^\r?\n/, '').slice(margin)) : [];
  const kept = countSame(contents, lines);
  const tail = countSame(contents.slice(kept).toReversed(), lines.slice(kept).toReversed());
  const added = indentLines(lines.slice(kept, lines.length - tail), margin).map((line) => style.eol + line);
  return [
    { start: old.start, end: old.start + header.length, text: head },
    {
      start: start + written.slice(0, kept).join('').length,
      end: end - written.slice(written.length - tail).join('').length,
      text: added.join(''),
    },
    // At the end of a text without a last line break the empty lines that are kept would be one too few.
    { start: end, end, text: isKept && end === text.length ? style.eol : '' },
  ].filter((edit) => text.slice(edit.start, edit.end) !== edit.text);
}

/**
 * The end of the blank lines below a place that belong to a text block: the last of at least a width. Those that are wider than
 * its indent do in any case, all of them where it keeps the blank lines at its end.
 */
function endOf(text: string, from: number, width: number): number {
  const [blank = ''] = /^(?:\r?\n[ \t]*(?=\r?\n))*(?:\r?\n[ \t]+$)?/.exec(text.slice(from)) ?? [];
  return from + (new RegExp(`^[^]*\\n[ \\t]{${width},}`).exec(blank)?.[0].length ?? 0);
}

/** How many lines are the same at the beginning. */
function countSame(lines: readonly string[], others: readonly string[]): number {
  const index = lines.findIndex((line, at) => line !== others[at]);
  return index < 0 ? lines.length : index;
}

/** Gives the key at a path another name; quotes around it stay. Refused with `DUPLICATE_KEY` where the map has that key. */
export function renameKey(syntax: Syntax, path: Path, key: string): Result<readonly TextEdit[], Refusal> {
  const found = locate(syntax, path);
  if (!found.ok) return found;
  const { slot, rest, parents, isInFlow } = found.value;
  if (rest.length > 0 || slot.kind !== 'entry') return unknownPath(path);
  if (slot.entry.key === key) return ok([]);
  const map = parents.at(-1)?.value;
  if (map?.kind === 'map' && map.entries.some((entry) => entry.key === key)) {
    return err({
      code: 'DUPLICATE_KEY',
      subject: key,
      message: `There is a key “${key}” here already. Choose another name.`,
    });
  }
  const { keyNode } = slot.entry;
  if (keyNode.kind !== 'scalar' || keyNode.style === 'literal' || keyNode.style === 'folded') return cannotEdit(path);
  const style = readStyle(syntax, path);
  const isQuoted = keyNode.style !== 'plain';
  const text = isQuoted
    ? formatScalar(key, { style: keyNode.style, mark: style.mark, surroundings: 'key' })
    : isInFlow
      ? formatFlowKey(key, style)
      : formatKey(key, style);
  return keepAliases(syntax, ok([{ start: keyNode.start, end: keyNode.end, text }]));
}
