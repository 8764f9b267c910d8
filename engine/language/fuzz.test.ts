import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { analyze } from '../graph/index.ts';
import { numRuns, yaml } from '../testing/index.ts';
import { applyTransaction } from '../text/index.ts';
import { completionsAt } from './completion/completionsAt.ts';
import { hoverAt } from './hover/hoverAt.ts';
import { signatureAt } from './hover/signatureAt.ts';
import { definitionAt } from './names/definitionAt.ts';
import { referencesAt } from './names/referencesAt.ts';
import { prepareRenameAt, renameAt } from './names/renameAt.ts';
import { documentSymbols } from './outline/documentSymbols.ts';
import { foldingRanges } from './outline/foldingRanges.ts';
import { semanticTokens } from './outline/semanticTokens.ts';

const DOCUMENT = yaml`
  # A comment
  agents:
  - id: a
    use: core:agent
    env: { KEY: "{{ env.KEY }}" }
  - import: ./other.yaml#far
  tasks:
    - id: one
      type: decision
      config:
        condition: "{{ tasks.one.output['x'] | upper }}"
        routes: { yes: two, no: { next: [two, end], with: { a: {{ x }} } } }
      on_error:
        next:
          - two
    - id: two
      use: agent:far
      with:
        text: |
          Dear {{ workflow.input.name }},
            key: value
`;

const OTHER = 'agents:\n  - id: far\n    use: core:agent\n';

/** A document with some of its characters gone or in the wrong place. */
const broken = fc
  .array(
    fc.tuple(
      fc.nat(DOCUMENT.length),
      fc.nat(8),
      fc.constantFrom('', '{', '}}', '{{ ', '"', "'", '\n', '  ', ':', '- ', '#', '|', '\t', '[', '\r\n', '&a ', '*a'),
    ),
    { maxLength: 4 },
  )
  .map((cuts) =>
    cuts.reduce((text, [at, length, added]) => text.slice(0, at) + added + text.slice(at + length), DOCUMENT),
  );

it('answers at every offset of any text, with ranges around it', () => {
  fc.assert(
    fc.property(broken, fc.nat(), (text, place) => {
      const analysis = analyze('test.yaml', text);
      documentSymbols(analysis);
      const files = filesWith(text);
      for (let step = 0; step < 10; step += 1) {
        const offset = (place + step * 37) % (text.length + 1);
        for (const { range } of completionsAt(analysis, offset, { files })) {
          expect(range.start).toBeLessThanOrEqual(offset);
          expect(range.end).toBeGreaterThanOrEqual(offset);
          expect(text.slice(range.start, range.end)).not.toContain('\n');
        }
        definitionAt(analysis, offset, files);
        signatureAt(analysis, offset);
        const hover = hoverAt(analysis, offset, { files });
        if (hover !== null) expect(hover.range.start <= offset && offset <= hover.range.end).toBe(true);
      }
    }),
    { numRuns: numRuns(30, 100) },
  );
});

it('folds, colours and renames any text within its bounds', () => {
  fc.assert(
    fc.property(broken, fc.nat(), (text, place) => {
      const analysis = analyze('test.yaml', text);
      const files = filesWith(text);
      const lines = text.split('\n').length;
      for (const { startLine, endLine } of foldingRanges(analysis)) {
        expect(startLine < endLine && endLine <= lines).toBe(true);
      }
      let last = 0;
      for (const { start, end } of semanticTokens(analysis, { start: 0, end: text.length })) {
        expect(last <= start && start < end && end <= text.length).toBe(true);
        expect(text.slice(start, end)).not.toMatch(/[\r\n]/);
        last = end;
      }
      const offset = place % (text.length + 1);
      const references = referencesAt(analysis, offset, files);
      for (const { path, range } of references) {
        if (path === 'test.yaml') expect(range.start <= range.end && range.end <= text.length).toBe(true);
      }
      const prepared = prepareRenameAt(analysis, offset, files);
      const renamed = renameAt(analysis, offset, { to: 'renamed', files });
      if (prepared.ok) expect(prepared.value.range.end).toBeLessThanOrEqual(text.length);
      else expect(renamed.ok).toBe(false);
      if (renamed.ok) {
        const after = applyTransaction({ files, layouts: new Map() }, renamed.value);
        expect(after.ok).toBe(true);
        expect(renamed.value.changes.length === 0 || references.length > 0).toBe(true);
      }
    }),
    { numRuns: numRuns(20, 60) },
  );
});

function filesWith(text: string): ReadonlyMap<string, string> {
  return new Map([
    ['test.yaml', text],
    ['other.yaml', OTHER],
  ]);
}
