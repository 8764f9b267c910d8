import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Row } from './Row.ts';
import { measureChecking } from './rows/checking.ts';
import { measureEditing } from './rows/editing.ts';
import { measureExpressions } from './rows/expressions.ts';
import { measureLoading } from './rows/loading.ts';
import { measureStopping } from './rows/stopping.ts';
import { formatResults, formatTable } from './table.ts';

/** What can be measured, by name. `site` is the folder of a build of the app. */
const GROUPS: Readonly<Record<string, (site: string) => readonly Row[] | Promise<readonly Row[]>>> = {
  editing: measureEditing,
  checking: measureChecking,
  expressions: measureExpressions,
  loading: measureLoading,
  stopping: measureStopping,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { site: { type: 'string', default: '' }, results: { type: 'string', default: '' } },
});
const names = positionals.length === 0 ? Object.keys(GROUPS) : positionals;
const unknown = names.filter((name) => !Object.hasOwn(GROUPS, name));
if (unknown.length > 0) {
  console.error(`There is no group ${unknown.join(', ')}. There are: ${Object.keys(GROUPS).join(', ')}.`);
  process.exit(2);
}

const rows: Row[] = [];
for (const name of names) {
  console.log(`• ${name}`);
  rows.push(...((await GROUPS[name]?.(values.site)) ?? []));
}
console.log(`\n${formatTable(rows)}\n`);
if (positionals.length === 0) writeFileSync(values.results, formatResults(rows, new Date()));
const missed = rows.filter(({ isKept }) => !isKept).length;
console.log(`${rows.length - missed} of ${rows.length} promises kept`);
process.exitCode = missed === 0 ? 0 : 1;
