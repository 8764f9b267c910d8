import { expect, test } from 'vitest';
import { formatReport, toReports } from './reports.ts';

const [report] = toReports('a: 😀 b\nc: d', [
  { code: 'X', severity: 'warning', range: { start: 6, end: 11 }, path: ['a'], message: 'Two\n  lines.' },
]);

test('columns count UTF-16 units from 1, and the end is exclusive', () => {
  expect(report?.range).toEqual({ start: { line: 1, column: 7 }, end: { line: 2, column: 4 } });
});

test('a report is one line, coloured only where asked', () => {
  expect(report && formatReport('f.yaml', report, false)).toBe('f.yaml:1:7 warning X Two lines.');
  expect(report && formatReport('f.yaml', report, true)).toBe('f.yaml:1:7 \u001b[33mwarning\u001b[0m X Two lines.');
});
