import { describe, expect, it } from 'vitest';
import { markdownBlocks, markdownSpans } from './markdown.ts';

describe('markdownBlocks', () => {
  it('reads headings, lists, code, quotes, tables and paragraphs', () => {
    const text = `# Report
First line
second line

- one
  - inner
2. two

\`\`\`ts
const a = 1; # no heading
\`\`\`
> said
> twice
| a | b |
|---|---|
| 1 | 2 |
---
The end`;
    expect([...markdownBlocks(text)]).toEqual([
      { kind: 'heading', level: 1, text: 'Report' },
      { kind: 'paragraph', text: 'First line\nsecond line' },
      { kind: 'item', depth: 0, marker: '•', text: 'one' },
      { kind: 'item', depth: 1, marker: '•', text: 'inner' },
      { kind: 'item', depth: 0, marker: '2.', text: 'two' },
      { kind: 'code', text: 'const a = 1; # no heading' },
      { kind: 'quote', text: 'said\ntwice' },
      { kind: 'table', head: ['a', 'b'], rows: [['1', '2']] },
      { kind: 'rule' },
      { kind: 'paragraph', text: 'The end' },
    ]);
  });

  it.each([
    ['paragraphs of a line', '**'.repeat(10).concat('\n\n').repeat(50_000)],
    ['one paragraph', 'some words\n'.repeat(100_000)],
    ['one line', 'word '.repeat(200_000)],
    ['code that does not end', `\`\`\`\n${'const a = 1;\n'.repeat(80_000)}`],
    ['a quote', '> said\n'.repeat(100_000)],
    ['a table', `| a | b |\n|---|---|\n${'| 1 | 2 |\n'.repeat(100_000)}`],
  ])('gives a million characters, %s, in blocks that are drawn at once', (_, text) => {
    const blocks = [...markdownBlocks(text)];
    const texts = blocks.flatMap((block) => ('text' in block ? [block.text] : []));
    const rows = blocks.flatMap((block) => (block.kind === 'table' ? [block.rows.length] : []));
    expect(Math.max(0, ...rows, ...texts.map((each) => each.split('\n').length))).toBeLessThanOrEqual(100);
    expect(Math.max(0, ...texts.map((each) => each.length))).toBeLessThanOrEqual(8_001);
  });

  it('loses nothing where a block is given as several', () => {
    const lines = Array.from({ length: 250 }, (_, line) => `line ${line}`);
    const text = ['```', ...lines, '```', '', ...lines, '', ...lines.map((line) => `> ${line}`), '', 'The end'].join(
      '\n',
    );
    const blocks = [...markdownBlocks(text)];
    const linesOf = (kind: string): readonly string[] =>
      blocks.flatMap((block) => (block.kind === kind && 'text' in block ? block.text.split('\n') : []));
    expect(linesOf('code')).toEqual(lines);
    expect(linesOf('paragraph')).toEqual([...lines, 'The end']);
    expect(linesOf('quote')).toEqual(lines);
    expect(blocks.map((block) => 'continues' in block)).toEqual(blocks.map((_, index) => index === 1 || index === 2));
  });
});

describe('markdownSpans', () => {
  it('reads marks, and links of the web alone', () => {
    expect(markdownSpans('a **b** `c` [d](https://e.example/) [f](javascript:alert(1))')).toEqual([
      { kind: 'text', text: 'a ' },
      { kind: 'strong', text: 'b' },
      { kind: 'text', text: ' ' },
      { kind: 'code', text: 'c' },
      { kind: 'text', text: ' ' },
      { kind: 'link', text: 'd', target: 'https://e.example/' },
      { kind: 'text', text: ' [f](javascript:alert(1))' },
    ]);
  });
});
