import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { analyze } from '../graph/index.ts';
import { numRuns, yaml } from '../testing/index.ts';
import { completionsAt } from './completionsAt.ts';
import { definitionAt } from './definitionAt.ts';
import { documentSymbols } from './documentSymbols.ts';
import { hoverAt } from './hoverAt.ts';

const DOCUMENT = yaml`
  # A comment
  agents:
  - id: a
    use: core:agent
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
      with:
        text: |
          Dear {{ workflow.input.name }},
            key: value
`;

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
      for (let step = 0; step < 10; step += 1) {
        const offset = (place + step * 37) % (text.length + 1);
        for (const { range } of completionsAt(analysis, offset)) {
          expect(range.start).toBeLessThanOrEqual(offset);
          expect(range.end).toBeGreaterThanOrEqual(offset);
          expect(text.slice(range.start, range.end)).not.toContain('\n');
        }
        definitionAt(analysis, offset);
        const hover = hoverAt(analysis, offset);
        if (hover !== null) expect(hover.range.start <= offset && offset <= hover.range.end).toBe(true);
      }
    }),
    { numRuns: numRuns(300) },
  );
});
