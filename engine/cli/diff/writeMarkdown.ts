import type { Change } from '../../change/index.ts';
import { cutText, type DiffPart } from '../../text/index.ts';
import { onOneLine } from '../print/terminal.ts';
import { countChanges, SEVERITIES } from './printDiff.ts';

/** So many sentences are written of one severity: a comment on a forge has an end. */
const MOST_TOLD = 100;
const HEADS = { breaking: 'Breaking', behaviour: 'Behaviour', cosmetic: 'Cosmetic' } as const;

/** The changes as Markdown for a pull request: a picture in Mermaid, and a sentence for each change. */
export function writeMarkdown(name: string, changes: readonly Change[], picture: string): string {
  const head = `### ${escapeMarkdown(name)}\n\n`;
  if (changes.length === 0) return `${head}Nothing differs.\n`;
  const lists = SEVERITIES.flatMap((severity) => {
    const own = changes.filter((change) => change.severity === severity);
    if (own.length === 0) return [];
    const told = own
      .slice(0, MOST_TOLD)
      .map((change) => `- ${escapeMarkdown(onOneLine(change.sentence))}\n${writeWords(change.words ?? [])}`);
    const rest = own.length > MOST_TOLD ? `- and ${own.length - MOST_TOLD} more\n` : '';
    const list = `${told.join('')}${rest}`;
    const isFolded = severity === 'cosmetic';
    return [
      isFolded
        ? `<details><summary>${HEADS[severity]}</summary>\n\n${list}\n</details>\n`
        : `**${HEADS[severity]}**\n\n${list}`,
    ];
  });
  const isDrawn = changes.some(({ severity }) => severity !== 'cosmetic');
  const drawn = isDrawn ? `\`\`\`mermaid\n${picture}\`\`\`\n\n` : '';
  return `${head}${countChanges(changes)}.\n\n${drawn}${lists.join('\n')}`;
}

function writeWords(words: readonly DiffPart[]): string {
  if (words.length === 0) return '';
  const parts = words.map(({ kind, text }) => {
    const shown = escapeMarkdown(onOneLine(text).trim());
    if (kind === 'same') return cutText(shown, 60);
    return shown === '' ? '' : kind === 'added' ? `<ins>${shown}</ins>` : `<del>${shown}</del>`;
  });
  return `  <br>${parts.join(' ')}\n`;
}

/** Text in which nothing is markup, a mention or a reference to an issue. */
export function escapeMarkdown(text: string): string {
  return text
    .replaceAll(/[\\`*_{}[\]()<>#+!|~&$@]/g, (sign) => `&#${sign.charCodeAt(0)};`)
    .replaceAll(/\b(https?):/g, '$1&#58;');
}
