import { checkFile } from '../../author/index.ts';
import type { JsonObject } from '../../base/index.ts';
import { blocksRun } from '../../check/index.ts';
import { analyze } from '../../graph/index.ts';
import { drill, isPoor, simulatedTest } from '../../proof/index.ts';
import type { AuthorTool } from './AuthorTool.ts';
import { BUDGET, budgetOf, fitList } from './budget.ts';
import { findFile, PATH, PROPOSAL } from './findFile.ts';
import { toFindings } from './toFindings.ts';

/** `drill`: each fault of each task and of each call of a tool of its agent, as `signalbox drill` plays it. */
export const drillTool: AuthorTool = {
  name: 'drill',
  title: 'Drill faults',
  about:
    'Injects each fault that each task of a workflow, and each call of a tool of its agent, can have (an error, no answer, a host that ends, …), one run for each, reaching nothing, as signalbox drill does. Says which faults are unhandled, hang, repeat something, or leak.',
  input: { properties: { path: PATH, proposal: PROPOSAL, budget: BUDGET }, required: ['path'] },
  isReading: true,
  answer: async (args, context) => {
    const found = await findFile(context, args);
    if (!found.ok) return { says: {}, findings: found.error };
    const { path, text, files } = found.value;
    const errors = checkFile(files, path).filter(({ severity }) => severity === 'error');
    if (blocksRun(errors)) {
      const message = 'The workflow has errors and cannot run.';
      const next = 'Propose what corrects from_files, then drill it.';
      const fromFiles = fitList(toFindings(files, path, errors), budgetOf(args)).shown;
      return { says: {}, findings: [{ code: 'HAS_ERRORS', place: 'path', message, next }], fromFiles };
    }
    const analysis = analyze(path, text, undefined, files);
    const own = await context.findTests(files, { path: path.replace(/(\.ya?ml)$/iu, '.test$1'), workflow: path });
    const isSimulated = own.subjects.length === 0;
    const { cells } = await drill({
      analysis,
      tests: isSimulated ? [{ test: simulatedTest(analysis, {}) }] : own.subjects,
      isSimulated,
      ports: context.ports,
    });
    const poor = cells.filter(isPoor);
    const rows = poor.map(
      ({ task, tool, call, fault, verdict, why, test }): JsonObject => ({
        task,
        ...(tool === null ? {} : { tool, call }),
        fault,
        verdict,
        why,
        test,
      }),
    );
    const { shown, left } = fitList(rows, budgetOf(args));
    return {
      says: {
        faults: cells.length,
        poor: poor.length,
        ...(left > 0 ? { left_out: `${left} faults: give a larger budget` } : {}),
      },
      fromFiles: { faults: shown },
    };
  },
};
