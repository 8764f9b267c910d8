import type { Finding } from '../../../author/index.ts';
import { BUDGET, budgetOf, findFile, fitList, fitText } from '../../../authoring/index.ts';
import type { JsonObject } from '../../../base/index.ts';
import { isTestFile } from '../../../model/index.ts';
import { TEST } from '../../test/TEST.ts';
import { runTestCommand } from '../../test/testCommand.ts';
import type { McpTool } from '../McpTool.ts';
import { mapsIn, runForJson } from '../runForJson.ts';

const NOT_ALLOWED: Finding = {
  code: 'LIVE_NOT_ALLOWED',
  place: 'live',
  message: 'The person has not allowed real calls.',
  next: 'Omit live and put answers into the test, or ask the person to start signalbox mcp with --live and a budget.',
};

const NOT_PLAYED: Finding = {
  code: 'NOT_PLAYED',
  place: '',
  message: 'No test was played.',
  next: 'Read from_files.said, and tell the person if it is about how signalbox mcp was started.',
};

/** `test`: the tests of the workspace, as `signalbox test` plays them. */
export const testTool: McpTool = {
  name: 'test',
  title: 'Play tests',
  about:
    'Plays the tests of a workflow or of a test file, or all tests, as signalbox test does: on a virtual clock, reaching nothing. Says how many passed, and for each that failed, what was expected and what was received.',
  input: {
    properties: {
      path: { type: 'string', description: 'a workflow or a test file; absent: all tests' },
      live: {
        type: 'boolean',
        description:
          'true: make real calls for answers that are “live” and not stored yet, within a budget, and only if the person allowed it',
      },
      budget: BUDGET,
    },
  },
  isReading: true,
  mayCall: true,
  answer: async (args, context) => {
    const live = args['live'] === true ? context.live : null;
    if (args['live'] === true && live === null) return { says: {}, findings: [NOT_ALLOWED] };
    const io = live?.io ?? context.io;
    const one = args['path'] === undefined ? null : await findFile(context, args);
    if (one?.ok === false) return { says: {}, findings: one.error };
    const name =
      one === null
        ? '.'
        : isTestFile(one.value.path)
          ? one.value.path
          : one.value.path.replace(/(\.ya?ml)$/iu, '.test$1');
    if (one !== null && !one.value.files.has(name)) {
      const message = 'This workflow has no test file next to it.';
      return {
        says: {},
        findings: [
          {
            code: 'NO_TESTS',
            place: 'path',
            message,
            next: `Propose one: { create: …, path: ${JSON.stringify(name)} }.`,
          },
        ],
      };
    }
    const command = TEST.parse(['--json', '--', name]);
    const { json, said } = await runForJson(io, (each) =>
      runTestCommand(each, live === null ? command : { ...command, live: { ...live.options, budget: live.budget } }),
    );
    if (json === null) return { says: {}, fromFiles: { said: fitText(said, budgetOf(args)) }, findings: [NOT_PLAYED] };
    const files = mapsIn(json, 'files');
    const failed = files.flatMap((file) =>
      mapsIn(file, 'tests')
        .filter(({ passed }) => passed !== true)
        .map(
          ({ name: test, failures }): JsonObject => ({
            path: file['path'] ?? null,
            test: test ?? null,
            failures: failures ?? [],
          }),
        ),
    );
    const wrong = files.flatMap((file) => mapsIn(file, 'findings'));
    const { shown, left } = fitList([...failed, ...wrong], budgetOf(args));
    return {
      says: {
        passed: json['passed'] ?? 0,
        failed: json['failed'] ?? 0,
        ...(live === null ? {} : { spent: { ...live.budget.spent } }),
        ...(left > 0 ? { left_out: `${left} more: name one file, or give a larger budget` } : {}),
      },
      fromFiles: { failed: shown },
    };
  },
};
