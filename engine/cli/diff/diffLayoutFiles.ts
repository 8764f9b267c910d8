import { diffLayouts } from '../../change/index.ts';
import { readLayout } from '../../layout/index.ts';
import { CommandError } from '../arguments/CommandError.ts';
import { misuse } from '../arguments/options.ts';
import type { CommandIo, ExitCode } from '../CommandIo.ts';
import { printJson } from '../print/printResult.ts';
import { onOneLine } from '../print/terminal.ts';
import type { SourceFile } from '../readFiles.ts';
import { escapeMarkdown } from './writeMarkdown.ts';

/** How differences are printed. */
export type DiffFormat = 'text' | 'json' | 'markdown' | 'svg';

/** Whether a file holds an arrangement of cards. */
export function isLayout(name: string): boolean {
  return name.endsWith('.layout.json');
}

/** What differs between two layouts, in sentences; each is cosmetic, since no run knows of it. */
export function diffLayoutFiles(
  io: CommandIo,
  { before, after }: Readonly<Record<'before' | 'after', SourceFile>>,
  format: DiffFormat,
): ExitCode {
  if (format === 'svg') throw misuse('A layout has no picture of its own. Compare the workflow with --svg.', '--svg');
  // A file that one side does not have places nothing.
  const [was, is] = [before, after].map(({ text }) => readLayout(text === '' ? '{"version":1}' : text));
  if (!was) throw unfit(before);
  if (!is) throw unfit(after);
  const told = diffLayouts(was, is);
  const isEqual = before.text === after.text;
  const sentences = told.length === 0 && !isEqual ? ['The same is written differently.'] : told;
  const lines = sentences.map(onOneLine);
  if (format === 'json') {
    const place = { kind: 'layout.changed', severity: 'cosmetic', path: [], before: null, after: null };
    const changes = sentences.map((sentence) => ({ ...place, sentence }));
    printJson(io, { equal: isEqual, changes });
  } else if (format === 'markdown') {
    const list = lines.map((line) => `- ${escapeMarkdown(line)}\n`).join('');
    io.printOut(`### ${escapeMarkdown(after.path)}\n\n${isEqual ? 'Nothing differs.\n' : list}`);
  } else {
    io.printOut(isEqual ? 'The two texts are equal.\n' : lines.map((line) => `cosmetic   ${line}\n`).join(''));
  }
  return isEqual ? 0 : 1;
}

function unfit({ path }: SourceFile): CommandError {
  return new CommandError('INVALID_FILE', `${path}: This cannot be read as a layout.`, { place: path });
}
