import { describe, expect, it } from 'vitest';
import { analyze } from '../../graph/index.ts';
import { applyEdits } from '../../text/index.ts';
import { atCursor } from '../testing.ts';
import { completionsAt } from './completionsAt.ts';

const FILES = new Map([
  ['flows/test.yaml', ''],
  ['flows/near.yaml', 'id: near\nuse: core:agent\n'],
  ['shared/all.yaml', 'agents:\n  - id: writer\ntools:\n  - id: find\ntasks:\n  - id: step\n'],
  ['readme.md', '# agents'],
  ['packages/acme/search@1.9.0.yaml', 'id: search'],
  ['packages/acme/search@1.10.0.yaml', 'id: search'],
  ['packages/acme/plain.yaml', 'id: plain'],
]);

/** Labels with the files of a workspace. */
function labelsIn(marked: string): string[] {
  const { analysis, offset } = atCursor(marked, 'flows/test.yaml');
  return completionsAt(analysis, offset, { files: FILES }).map((item) => item.label);
}

describe('the workspace', () => {
  const packages = ['acme:plain', 'acme:search', 'acme:search@1.10.0', 'acme:search@1.9.0'];

  it.each([
    ['agents:\n  - import: ‸', ['./near.yaml', '../shared/all.yaml#writer', ...packages]],
    ['tools:\n  - import: ../sh‸', ['./near.yaml', '../shared/all.yaml#find', ...packages]],
    ['tasks:\n  - id: a\n    import: "‸"', ['./near.yaml', '../shared/all.yaml#step', ...packages]],
    ['agents:\n  - id: a\n    use: ‸', ['core:agent', ...packages]],
    ['tasks:\n  - id: a\n    use: { repo: acme, package: ‸ }', ['plain', 'search']],
    ['tasks:\n  - id: a\n    use: { repo: acme, package: search, version: ‸ }', ['1.10.0', '1.9.0']],
  ])('%j', (marked, expected) => {
    expect(labelsIn(marked)).toEqual(expected);
  });

  it('knows what is imported', () => {
    const { analysis, offset } = atCursor(
      'agents:\n  - import: ../shared/all.yaml#writer\ntasks:\n  - id: a\n    use: ‸',
      'flows/test.yaml',
    );
    const resolved = analyze('flows/test.yaml', analysis.syntax.text, analysis, FILES);
    expect(completionsAt(resolved, offset, { files: FILES })[0]?.label).toBe('agent:writer');
  });

  it('writes paths as they are, in quotes too', () => {
    const { analysis, offset, text } = atCursor('agents:\n  - import: "‸"', 'flows/test.yaml');
    const item = completionsAt(analysis, offset, { files: FILES }).find(({ label }) => label.includes('#'));
    expect(item && applyEdits(text, [{ ...item.range, text: item.insertText }])).toBe(
      'agents:\n  - import: "../shared/all.yaml#writer"',
    );
  });
});
