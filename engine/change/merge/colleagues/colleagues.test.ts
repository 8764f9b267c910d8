import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { errorsIn } from '../../../testing/edits/errorsAfter.ts';
import { resolve } from '../MergeConflict.ts';
import { mergeFile } from '../mergeFile.ts';

const PATH = 'w.yaml';

/** What two colleagues made of one workflow, as Markdown: what each of them meant, the texts, what is asked, and the merged text. */
const MERGES = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.md'))
  .map((name) => [name, readFileSync(path.join(import.meta.dirname, name), 'utf8')] as const);

function block(page: string, what: string): string | undefined {
  return new RegExp(`^\`\`\`yaml ${what}\n([\\s\\S]*?)^\`\`\``, 'm').exec(page)?.[1];
}

test.each(MERGES)('%s: is merged as both meant it, and asks no more than it has to', (_, page) => {
  const [base = '', ours = '', theirs = ''] = ['base', 'ours', 'theirs'].map((what) => block(page, what));
  const merge = mergeFile({ base, ours, theirs }, { path: PATH });
  const asked = [...merge.conflicts, ...merge.findings].map(({ message }) => `- ${message}`);
  expect([base, ours, theirs].map((text) => errorsIn(new Map([[PATH, text]]), PATH))).toEqual([[], [], []]);
  expect(page.match(/^- (?=[A-Z“]).*$/gm) ?? []).toEqual(asked);
  expect(merge.text).toBe(block(page, 'merged'));
  const all = merge.conflicts.map(() => 'theirs' as const);
  expect(resolve(merge, all)).toBe(block(page, 'by theirs') ?? merge.text);
});
