import type { JsonObject } from '../../../base/index.ts';
import { runDrillCommand } from '../../drill/drillCommand.ts';
import { parseDrill } from '../../drill/parseDrill.ts';
import { BUDGET, budgetOf, fitList } from '../budget.ts';
import { findFile, PATH } from '../findFile.ts';
import type { McpTool } from '../McpTool.ts';
import { mapsIn, runForJson } from '../runForJson.ts';

/** What is not as one would want it. */
const POOR: ReadonlySet<unknown> = new Set(['unhandled', 'hangs', 'repeats', 'leaks']);

/** `drill`: each fault of each task, as `signalbox drill` plays it. */
export const drillTool: McpTool = {
  name: 'drill',
  title: 'Drill faults',
  about:
    'Lets each task of a workflow have each fault that it can have (an error, no answer, a host that ends, …), one run for each, reaching nothing, as signalbox drill does. Says which faults are unhandled, hang, repeat something, or leak.',
  input: { properties: { path: PATH, budget: BUDGET }, required: ['path'] },
  isReading: true,
  answer: async (args, { io, folder }) => {
    const found = await findFile(folder, args);
    if (!found.ok) return { says: {}, findings: [found.error] };
    const command = parseDrill(['--json', found.value.path]);
    if (!command.ok)
      return {
        says: {},
        findings: [{ code: 'INVALID_VALUE', place: 'path', message: command.error, next: 'Use list.' }],
      };
    const { json, said } = await runForJson(io, (each) => runDrillCommand(each, command.value));
    const files = mapsIn(json, 'files');
    const cells = files.flatMap((file) => mapsIn(file, 'cells'));
    const poor = cells.filter(({ verdict, allowed }) => POOR.has(verdict) && (allowed ?? null) === null);
    const wrong = files.flatMap((file) => mapsIn(file, 'findings'));
    const rows = poor.map(
      (cell): JsonObject => Object.fromEntries(Object.entries(cell).filter(([key]) => key !== 'see')),
    );
    const { shown, left } = fitList([...wrong, ...rows], budgetOf(args));
    return {
      says: {
        faults: cells.length,
        poor: poor.length,
        ...(left > 0 ? { left_out: `${left} faults: give a larger budget` } : {}),
      },
      fromFiles: { faults: shown, ...(json === null ? { said } : {}) },
    };
  },
};
