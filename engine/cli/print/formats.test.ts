import { expect, test } from 'vitest';
import { type FileReport, formatAnnotations, formatSarif, type Report } from './reports.ts';

const report = (more: Partial<Report>): Report => ({
  code: 'WRONG_TYPE',
  severity: 'error',
  message: 'No.',
  path: [],
  range: { start: { line: 3, column: 11 }, end: { line: 3, column: 15 } },
  ...more,
});

const start = { line: 1, column: 1 };

const FILES: readonly FileReport[] = [
  { path: 'flows/a b.yaml', reports: [report({}), report({ code: 'HINT', severity: 'info' })] },
  { path: '/tmp/c.yaml', reports: [report({ severity: 'warning', range: { start, end: start } })] },
  { path: '-', reports: [report({ range: { start, end: { line: 2, column: 4 } } })] },
];

test('SARIF has the place of each finding as code scanning reads it: from 1, in UTF-16 units, under a path that is a URI', () => {
  const log = formatSarif(FILES);
  expect(log).toMatchObject({
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'signalbox', rules: [{ id: 'HINT' }, { id: 'WRONG_TYPE' }] } },
        columnKind: 'utf16CodeUnits',
        results: [
          { ruleId: 'WRONG_TYPE', ruleIndex: 1, level: 'error', message: { text: 'No.' } },
          { ruleId: 'HINT', ruleIndex: 0, level: 'note' },
          { level: 'warning' },
          { level: 'error' },
        ],
      },
    ],
  });
  const places = JSON.parse(JSON.stringify(log)).runs[0].results.map(
    (result: { readonly locations: readonly [{ readonly physicalLocation: unknown }] }) =>
      result.locations[0].physicalLocation,
  );
  expect(places).toEqual([
    {
      artifactLocation: { uri: 'flows/a%20b.yaml' },
      region: { startLine: 3, startColumn: 11, endLine: 3, endColumn: 15 },
    },
    {
      artifactLocation: { uri: 'flows/a%20b.yaml' },
      region: { startLine: 3, startColumn: 11, endLine: 3, endColumn: 15 },
    },
    { artifactLocation: { uri: 'file:///tmp/c.yaml' }, region: { startLine: 1, startColumn: 1 } },
    {
      artifactLocation: { uri: 'file:///dev/stdin' },
      region: { startLine: 1, startColumn: 1, endLine: 2, endColumn: 4 },
    },
  ]);
});

test('an annotation is one line, whatever is in its file and its message', () => {
  const odd = { path: 'a,b:c.yaml', reports: [report({ message: '50 % of it\r\n::error::no' })] };
  expect(formatAnnotations([...FILES.slice(0, 1), odd]).split('\n')).toEqual([
    '::error file=flows/a b.yaml,line=3,endLine=3,title=WRONG_TYPE,col=11,endColumn=15::No.',
    '::notice file=flows/a b.yaml,line=3,endLine=3,title=HINT,col=11,endColumn=15::No.',
    expect.stringMatching(/^::error file=a%2Cb%3Ac\.yaml,line=3,.*::50 %25 of it[^\r\n]*$/),
    '',
  ]);
});

test('what ends on another line has no columns, which an annotation has of one line alone', () => {
  expect(formatAnnotations(FILES.slice(2))).toBe('::error file=-,line=1,endLine=2,title=WRONG_TYPE::No.\n');
});
