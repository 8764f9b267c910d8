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

/** The identity of a diagnostic, without its place. */
const nameOf = ({ code, path, message }: Diagnostic): string => `${code} ${path.join('.')} ${message}`;

/** Each fix of a text, with the diagnostics of the text it makes. */
function applyAllFixes(text: string) {
  const before = checkAnalysis(analyze('w.yaml', text));
  return before.flatMap((diagnostic) =>
    (diagnostic.fixes ?? []).map((fix) => {
      const fixed = applyEdits(text, fix.edits);
      return { diagnostic, fix, fixed, before, after: checkAnalysis(analyze('w.yaml', fixed)) };
    }),
  );
}

const isSyntax = ({ code }: Diagnostic): boolean =>
  /^(?:SYNTAX_ERROR|TAB_INDENT|DUPLICATE_KEY|NOT_A_MAP|ALIAS_|COMPLEX_KEY|TOO_)/.test(code);

function expectFixed(text: string): void {
  for (const { diagnostic, fix, fixed, before, after } of applyAllFixes(text)) {
    const context = `${diagnostic.code}: ${fix.title}\n${text}\n=>\n${fixed}`;
    const name = nameOf(diagnostic);
    // Of two alike, as of two equal ids, one is fixed at a time.
    const count = (list: readonly Diagnostic[]) => list.filter((other) => nameOf(other) === name).length;
    expect(count(after), context).toBeLessThan(count(before));
    expect(after.filter(isSyntax).length, context).toBeLessThanOrEqual(before.filter(isSyntax).length);
  }
}

describe('fixes', () => {
  test.each(examples)('remove their diagnostic and leave YAML whole: example %#', (text) => {
    expectFixed(text);
    expectFixed(text.replaceAll('\n', '\r\n'));
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

test('fixes repair damaged texts too, as long as they are YAML', () => {
  fc.assert(
    fc.property(fc.constantFrom(...examples), fc.array(edit, { maxLength: 2 }), (start, edits) => {
      const text = damage(start, edits);
      if (!analyze('w.yaml', text).syntax.errors.some(isSyntax)) expectFixed(text);
    }),
    { numRuns: numRuns(150) },
  );
});

test('quotes around a template break nothing, however broken the text is', () => {
  const templates = edit.map((change) => ({ ...change, text: `${change.text} {{ input.a }}` }));
  fc.assert(
    fc.property(fc.constantFrom(...examples), templates, fc.array(edit, { maxLength: 2 }), (start, first, rest) => {
      for (const { diagnostic, fixed, before, after } of applyAllFixes(damage(start, [first, ...rest]))) {
        if (diagnostic.code !== 'UNQUOTED_TEMPLATE') continue;
        expect(after.filter(isSyntax).length, fixed).toBeLessThanOrEqual(before.filter(isSyntax).length);
      }
    }),
    { numRuns: numRuns(150) },
  );
});

test('the diagnostics of a text do not depend on the texts before it', () => {
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
