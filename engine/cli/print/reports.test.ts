import { expect, test } from 'vitest';
import { formatReport, toReports } from './reports.ts';

const [report] = toReports('a: 😀 b\nc: d', [
  { code: 'X', severity: 'warning', range: { start: 6, end: 11 }, path: ['a'], message: 'Two\n  lines.' },
]);

test('columns count UTF-16 units from 1, and the end is exclusive', () => {
  expect(report?.range).toEqual({ start: { line: 1, column: 7 }, end: { line: 2, column: 4 } });
});

test('a report is one line, its severity in a colour', () => {
  expect(report && formatReport('f.yaml', report)).toEqual([
    'f.yaml:1:7 ',
    { color: 'yellow', text: 'warning' },
    ' X Two lines.\n',
  ]);
});
