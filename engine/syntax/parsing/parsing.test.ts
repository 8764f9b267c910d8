import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assertNever } from '../../base/index.ts';
import { documents } from '../../testing/documents.ts';
import { numRuns } from '../../testing/index.ts';
import { applyEdits, type TextEdit } from '../../text/index.ts';
import { findNode, findRange, parseSyntax, pathAt, type Syntax, type SyntaxNode, toNodeData } from '../index.ts';
import { parseFragment } from './parseFragment.ts';

const runs = numRuns(50, 150);

/** A tree as plain data, so that nodes that were moved compare with nodes that were read. */
function plain(node: SyntaxNode | null): unknown {
  if (node === null) return null;
  const { kind, start, end, anchor, tag } = node;
  const base = { kind, start, end, anchor, tag };
  switch (node.kind) {
    case 'scalar':
      return { ...base, value: node.value, style: node.style, source: node.source };
    case 'alias':
      return { ...base, name: node.name, target: plain(node.target) };
    case 'map':
      return {
        ...base,
        style: node.style,
        entries: node.entries.map((entry) => ({
          ...entryBase(entry),
          keyNode: plain(entry.keyNode),
          value: plain(entry.value),
        })),
      };
    case 'list':
      return {
        ...base,
        style: node.style,
        items: node.items.map(({ start, end, value }) => ({ start, end, value: plain(value) })),
      };
    default:
      return assertNever(node);
  }
}

function entryBase({ key, start, end }: { key: string; start: number; end: number }) {
  return { key, start, end };
}

function snapshot(syntax: Syntax) {
  return { root: plain(syntax.root), errors: syntax.errors };
}

const snippets = fc.constantFrom(
  'a',
  '"',
  "'",
  '[',
  '{',
  '}',
  ']',
  ':',
  ': ',
  '- ',
  '\n',
  '\n  ',
  '\n- ',
  '  ',
  '#',
  ' #',
  '|',
  '\n\n',
  '&a ',
  '*a',
  '!t ',
  '{{ x }}',
  'x: {{ y',
  '---\n',
  '\t',
  '\u0001',
  'key: 1\n',
  '\nkey:\n',
  '  - id: z\n',
  '  tasks:\n',
  '    tasks:\n    - a: 1\n    - b: 2\n',
  '\r\n',
  '? ',
  '%',
  '<<: *a',
  '',
);
const change = fc.record({ at: fc.nat(), cut: fc.nat({ max: 12 }), text: snippets });

function toEdit(text: string, { at, cut, text: inserted }: { at: number; cut: number; text: string }): TextEdit {
  const start = at % (text.length + 1);
  return { start, end: Math.min(text.length, start + (cut > 6 ? 0 : cut)), text: inserted };
}

describe('parseSyntax', () => {
  test('answers the same from one edit to the next as from scratch', () => {
    fc.assert(
      fc.property(documents, fc.array(change, { minLength: 1, maxLength: 6 }), (first, changes) => {
        let syntax = parseSyntax(first);
        for (const each of changes) {
          const edits = [toEdit(syntax.text, each)];
          const text = applyEdits(syntax.text, edits);
          syntax = parseSyntax(text, { syntax, edits });
          expect(snapshot(syntax), JSON.stringify(text)).toEqual(snapshot(parseSyntax(text)));
        }
      }),
      { numRuns: runs },
    );
  });

  test('reads parts as it would read the whole', () => {
    fc.assert(
      fc.property(documents, fc.array(change, { maxLength: 2 }), (first, changes) => {
        let text = first;
        for (const each of changes) text = applyEdits(text, [toEdit(text, each)]);
        // A line of tabs is blank, but the reader takes it for an indent where more follows in the same part.
        fc.pre(!/^ *\t\s*$/m.test(text));
        // The library stumbles over a value that follows a comment at the margin; part by part it is read rightly.
        fc.pre(!/:[ \t]*\n#/.test(text));
        // A byte order mark belongs to the start of a text.
        fc.pre(!text.includes('\ufeff', 1));
        const whole = parseFragment(text, 0);
        const syntax = parseSyntax(text);
        const isWholeBroken = whole.problems.some((problem) => problem.severity === 'error');
        const isBroken = syntax.errors.some(
          (error) => error.severity === 'error' && !/^(NOT_A_MAP|ALIAS_)/.test(error.code),
        );
        if (changes.length === 0) expect(isBroken, text).toBe(false);
        if (isBroken) return;
        expect(isWholeBroken, JSON.stringify([text, whole.problems])).toBe(false);
        if (!whole.hasReferences) expect(plain(syntax.root), JSON.stringify(text)).toEqual(plain(whole.root));
      }),
      { numRuns: runs },
    );
  });

  test('throws for no input, and every place it names lies in the text', () => {
    const soup = fc
      .array(fc.oneof(snippets, fc.string({ maxLength: 4 })), { maxLength: 40 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(soup, fc.nat(), (text, at) => {
        const syntax = parseSyntax(text);
        for (const { range } of syntax.errors) {
          expect(range.start).toBeLessThanOrEqual(range.end);
          expect(range.end).toBeLessThanOrEqual(text.length);
        }
        const path = pathAt(syntax, at % (text.length + 1));
        findNode(syntax, path);
        const range = findRange(syntax, path, 'entry');
        expect(range.end).toBeLessThanOrEqual(text.length);
        toNodeData(syntax.root);
      }),
      { numRuns: runs * 3 },
    );
  });
});
