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

  it('reads five million characters in bounded steps', () => {
    const blocks = markdownBlocks('**'.repeat(10).concat('\n\n').repeat(200_000));
    expect(blocks.next().done).toBe(false);
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
