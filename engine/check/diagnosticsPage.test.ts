import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { analyze } from '../graph/index.ts';
import { checkAnalysis } from './checkAnalysis.ts';
import { DIAGNOSTIC_CODES } from './subject/codes.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/diagnostics.md'), 'utf8');

interface Section {
  readonly code: string;
  readonly severity: string;
  readonly example: string | undefined;
  readonly text: string;
}

const sections: readonly Section[] = page
  .split(/^### /m)
  .slice(1)
  .map((text) => ({
    code: /^\w+/.exec(text)?.[0] ?? '',
    severity: /^\*(\w+)\.\*/m.exec(text)?.[1]?.toLowerCase() ?? '',
    example: /```yaml\n([\s\S]*?)```/.exec(text)?.[1],
    text,
  }));

/** Limits, bytes and other files that a page cannot show. */
const WITHOUT_EXAMPLE = [
  'UNRESOLVED_IMPORT',
  'MISSING_WORKFLOW',
  'UNKNOWN_VARIABLE',
  'ALIAS_EXPANSION',
  'TOO_LARGE',
  'TOO_DEEP',
  'TOO_MANY_NODES',
  'BINARY_FILE',
  'SERVE_CONFIG',
];

test('has one section per code, with its severity and a fix', () => {
  expect(sections.map(({ code, severity }) => `${code} ${severity}`).sort()).toEqual(
    DIAGNOSTIC_CODES.map(({ code, severity }) => `${code} ${severity}`).sort(),
  );
  expect(sections.filter(({ text }) => !text.includes('**To fix it:**')).map(({ code }) => code)).toEqual([]);
  expect(
    sections
      .filter(({ example }) => example === undefined)
      .map(({ code }) => code)
      .sort(),
  ).toEqual([...WITHOUT_EXAMPLE].sort());
});

test('lists every code with its severity and title in the table', () => {
  const rows = [...page.matchAll(/^\| \[(\w+)\]\(#(\w+)\) \| (\w+) \| (.+) \|$/gm)].map(
    ([, code, anchor, severity, title]) => ({ code, anchor, severity, title }),
  );
  const expected = sections.map(({ code }) => {
    const known = DIAGNOSTIC_CODES.find((entry) => entry.code === code);
    return { code, anchor: code.toLowerCase(), severity: known?.severity, title: known?.title };
  });
  expect(rows).toEqual(expected);
});

test.each(sections.filter(({ example }) => example !== undefined))(
  'the example of $code gives it',
  ({ code, severity, example }) => {
    const found = checkAnalysis(analyze('example.yaml', example ?? ''));
    expect(found.map((diagnostic) => diagnostic.code)).toContain(code);
    expect(found.find((diagnostic) => diagnostic.code === code)?.severity).toBe(severity);
  },
);

test('knows every code that reading YAML can give', () => {
  const folder = join(import.meta.dirname, '../syntax');
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
  const codes = texts.flatMap((text) =>
    [...text.matchAll(/code: '([A-Z_]+)'[,;]\s*severity|report\(\s*'([A-Z_]+)'/g)].map(
      ([, code, reported]) => code ?? reported ?? '',
    ),
  );
  expect(codes.length).toBeGreaterThan(10);
  const known: readonly string[] = DIAGNOSTIC_CODES.map(({ code }) => code);
  expect([...new Set(codes)].filter((code) => !known.includes(code))).toEqual([]);
});
