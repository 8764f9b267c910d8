import type { Verdict } from '../../proof/index.ts';
import { toVerdicts } from './grid/toVerdicts.ts';
import type { TestedFile } from './TestedFile.ts';

/** Results as JUnit XML: a suite for each file. Without times: those of tests are virtual. */
export function formatJunit(files: readonly TestedFile[]): string {
  const suites = files.map(formatSuite);
  return ['<?xml version="1.0" encoding="UTF-8"?>', '<testsuites>', ...suites, '</testsuites>', ''].join('\n');
}

function formatSuite({ path, tests: own, grids, wrong }: TestedFile): string {
  const tests = [...own, ...grids.flatMap(toVerdicts)];
  const failures = tests.filter(({ passed }) => !passed).length;
  const errors = wrong.flatMap((file) =>
    file.reports.map(({ code, message, range }) => {
      const place = `${file.path}:${range.start.line}:${range.start.column}`;
      return `    <error type="${escapeXml(code)}" message="${escapeXml(`${place} ${message}`)}"/>`;
    }),
  );
  const count = tests.length + (errors.length > 0 ? 1 : 0);
  const head = `  <testsuite name="${escapeXml(path)}" tests="${count}" failures="${failures}" errors="${errors.length > 0 ? 1 : 0}">`;
  const broken =
    errors.length === 0
      ? []
      : [`   <testcase name="can be read" classname="${escapeXml(path)}">`, ...errors, '   </testcase>'];
  return [head, ...broken, ...tests.map((test) => formatCase(path, test)), '  </testsuite>'].join('\n');
}

function formatCase(path: string, { name, failures, at }: Verdict): string {
  const head = `   <testcase name="${escapeXml(name)}" classname="${escapeXml(path)}" file="${escapeXml(path)}" line="${at.line}"`;
  if (failures.length === 0) return `${head}/>`;
  const told = failures.map(({ code, message, at: { line, column } }) => {
    const place = `${path}:${line}:${column}`;
    return `    <failure type="${code}" message="${escapeXml(message)}">${escapeXml(`${place} ${message}`)}</failure>`;
  });
  return [`${head}>`, ...told, '   </testcase>'].join('\n');
}

/** Text in XML. What XML 1.0 cannot hold, such as most controls, is left out. */
function escapeXml(text: string): string {
  return text
    .replace(/\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu, (char) => (/[\t\n\r]/.test(char) ? char : ''))
    .replace(/[&<>"\t\n\r]/g, (char) => `&#${char.charCodeAt(0)};`);
}
