import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Analysis, analyze } from '../graph/index.ts';
import { numRuns } from '../testing/index.ts';
import { applyEdits, type Diagnostic } from '../text/index.ts';
import { checkAnalysis } from './checkAnalysis.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/diagnostics.md'), 'utf8');
const examples = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text]) => text ?? '');

/** What a diagnostic says, whatever the place. */
const nameOf = ({ code, path, message }: Diagnostic): string => `${code} ${path.join('.')} ${message}`;

/** Each fix of a text, with what is said of the text it makes. */
function mendAll(text: string) {
  const before = checkAnalysis(analyze('w.yaml', text));
  return before.flatMap((diagnostic) =>
    (diagnostic.fixes ?? []).map((fix) => {
      const mended = applyEdits(text, fix.edits);
      return { diagnostic, fix, mended, before, after: checkAnalysis(analyze('w.yaml', mended)) };
    }),
  );
}

const isSyntax = ({ code }: Diagnostic): boolean =>
  /^(?:SYNTAX_ERROR|TAB_INDENT|DUPLICATE_KEY|NOT_A_MAP|ALIAS_|COMPLEX_KEY|TOO_)/.test(code);

function expectMended(text: string): void {
  for (const { diagnostic, fix, mended, before, after } of mendAll(text)) {
    const context = `${diagnostic.code}: ${fix.title}\n${text}\n=>\n${mended}`;
    const name = nameOf(diagnostic);
    // Of two alike, as of two equal ids, one is mended at a time.
    const count = (list: readonly Diagnostic[]) => list.filter((other) => nameOf(other) === name).length;
    expect(count(after), context).toBeLessThan(count(before));
    expect(after.filter(isSyntax).length, context).toBeLessThanOrEqual(before.filter(isSyntax).length);
  }
}

describe('fixes', () => {
  test.each(examples)('mend what they stand with and leave YAML whole: example %#', (text) => {
    expectMended(text);
    expectMended(text.replaceAll('\n', '\r\n'));
  });
});

const WORDS = [...new Set(examples.join('\n').match(/[\w.]+|[{}[\]:,"&*-]|\n */g) ?? [])];

const edit = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.nat(10),
  text: fc.constantFrom('', ' ', 'x', '{{ item }}', 'next: a', 'type: wait', '- ', ...WORDS),
});

function damage(start: string, edits: readonly { at: number; length: number; text: string }[]): string {
  let text = start;
  for (const { at, length, text: inserted } of edits) {
    const place = Math.floor(at * text.length);
    text = text.slice(0, place) + inserted + text.slice(place + length);
  }
  return text;
}

test('fixes mend damaged texts too, as long as they are YAML', () => {
  fc.assert(
    fc.property(fc.constantFrom(...examples), fc.array(edit, { maxLength: 2 }), (start, edits) => {
      const text = damage(start, edits);
      if (!analyze('w.yaml', text).syntax.errors.some(isSyntax)) expectMended(text);
    }),
    { numRuns: numRuns(150) },
  );
});

test('quotes around a template break nothing, however broken the text is', () => {
  const templates = edit.map((change) => ({ ...change, text: `${change.text} {{ input.a }}` }));
  fc.assert(
    fc.property(fc.constantFrom(...examples), templates, fc.array(edit, { maxLength: 2 }), (start, first, rest) => {
      for (const { diagnostic, mended, before, after } of mendAll(damage(start, [first, ...rest]))) {
        if (diagnostic.code !== 'UNQUOTED_TEMPLATE') continue;
        expect(after.filter(isSyntax).length, mended).toBeLessThanOrEqual(before.filter(isSyntax).length);
      }
    }),
    { numRuns: numRuns(150) },
  );
});

test('what is said of a text does not depend on the texts before it', () => {
  fc.assert(
    fc.property(fc.constantFrom(...examples), fc.array(edit, { minLength: 1, maxLength: 6 }), (start, edits) => {
      let text = `${start}# end\n`;
      let analysis: Analysis = analyze('w.yaml', text);
      checkAnalysis(analysis);
      for (const { at, length, text: inserted } of edits) {
        const place = Math.floor(at * text.length);
        text = text.slice(0, place) + inserted + text.slice(place + length);
        analysis = analyze('w.yaml', text, analysis);
        expect(checkAnalysis(analysis)).toEqual(checkAnalysis(analyze('w.yaml', text)));
      }
    }),
    { numRuns: numRuns(150) },
  );
});
