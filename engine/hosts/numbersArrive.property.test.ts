import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Json, losesDigits, readExactly, readTyped, toText } from '../base/index.ts';
import { checkAnalysis } from '../check/index.ts';
import { analyze } from '../graph/index.ts';
import { readRows } from '../proof/index.ts';
import { findNode, parseSyntax, setValue } from '../syntax/index.ts';
import { numRuns } from '../testing/index.ts';
import { applyEdits } from '../text/index.ts';

const HEAD = 'tasks:\n  - id: a\n    type: basic\n    use: core:log\n    with:\n';
const PATH = ['tasks', 0, 'with', 'message'];

/** What people and services write where a number may be meant: codes, telephone numbers, versions, ids, amounts. */
const written = fc.oneof(
  fc.stringMatching(/^[-+]?0{0,2}\d{1,22}$/),
  fc.stringMatching(/^[-+]?\d{1,4}\.\d{0,3}0{0,2}$/),
  fc.stringMatching(/^\d{1,3}[eE][-+]?\d{1,2}$/),
  fc.stringMatching(/^0[xo][0-7]{1,18}$/),
  fc.constantFrom('9007199254740992', '9007199254740993', '1.0', '-0', '0.0', '.5', '1_000', '12:30', '2026-01-02'),
);

/** What a run reads, and the codes that `check` tells of it. */
function runOf(text: string): { readonly value: Json | undefined; readonly codes: readonly string[] } {
  const syntax = parseSyntax(text);
  const node = findNode(syntax, PATH);
  return {
    value: node?.kind === 'scalar' ? node.value : undefined,
    codes: checkAnalysis(analyze('flow.yaml', text)).map(({ code }) => code),
  };
}

test('what is typed into a field, or imported into one, is what a run reads', () => {
  fc.assert(
    fc.property(written, (text) => {
      const source = `${HEAD}      message: x\n`;
      const edits = setValue(parseSyntax(source), PATH, readTyped(text));
      const { value, codes } = runOf(applyEdits(source, edits.ok ? edits.value : []));
      expect(toText(value)).toBe(text);
      expect(codes).toEqual([]);
    }),
    { numRuns: numRuns(100, 2_000) },
  );
});

test('what is written in YAML is what a run reads, or check tells of it, or it is a number in another notation', () => {
  fc.assert(
    fc.property(written, (text) => {
      const { value, codes } = runOf(`${HEAD}      message: ${text}\n`);
      const isNotation =
        /^(?:[-+]?[\d.]+e[-+]?\d+|0x[\da-f]+|0o\d+|-?\.\d+|-?\d+\.|-0|-?0\.0)$/i.test(text) && !losesDigits(text);
      const isTold = codes.includes('NUMBER_PRECISION') || codes.includes('NUMBER_AS_TEXT');
      if (!isNotation) expect(toText(value) === text || isTold, `${text}: ${toText(value)}`).toBe(true);
    }),
    { numRuns: numRuns(100, 2_000) },
  );
});

test('what a service sends is what a run reads, or is told; a field of a table is the text that it is', async () => {
  await fc.assert(
    fc.asyncProperty(fc.stringMatching(/^-?(0|[1-9]\d{0,22})$/), async (text) => {
      const { value, exact, lost } = readExactly(`{"id":${text}}`);
      if (lost.length === 0) expect(BigInt((value as { readonly id: number }).id)).toBe(BigInt(text));
      else expect(exact).toEqual({ id: text });
      const rows = await readRows('rows.csv', `id,n\n${text},1\n`);
      expect(rows).toMatchObject({ ok: true, value: [{ row: { id: text } }] });
    }),
    { numRuns: numRuns(100, 2_000) },
  );
});
