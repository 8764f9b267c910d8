import { BUDGET, budgetOf, findFile, fitList, fitText, PATH } from '../../../authoring/index.ts';
import type { JsonObject } from '../../../base/index.ts';
import { runBacktestCommand } from '../../backtest/backtestCommand.ts';
import type { McpTool } from '../McpTool.ts';
import { mapsIn, runForJson } from '../runForJson.ts';

/** `backtest`: recorded runs on the text as it is, as `signalbox backtest` plays them. */
export const backtestTool: McpTool = {
  name: 'backtest',
  title: 'Backtest recorded runs',
  about:
    'Plays recorded runs of a workflow on its current text, with the answers they had then, as signalbox backtest does. Says how many went the same, and what the others did differently.',
  input: {
    properties: {
      path: PATH,
      runs: { type: 'string', description: 'a recorded run, or a folder with some; absent: the whole workspace' },
      budget: BUDGET,
    },
    required: ['path'],
  },
  isReading: true,
  answer: async (args, context) => {
    const { io, folder } = context;
    const found = await findFile(context, args);
    if (!found.ok) return { says: {}, findings: found.error };
    const runs = typeof args['runs'] === 'string' ? args['runs'] : '.';
    const place = runs === '.' ? null : await folder.placeOf(runs, 'runs');
    if (place?.ok === false) return { says: {}, findings: [place.error] };
    const command = { file: found.value.path, runs: [runs], onMiss: 'stop' as const };
    const { json, said } = await runForJson(io, (each) => runBacktestCommand(each, command));
    const all = mapsIn(json, 'runs');
    const different = all
      .filter(({ verdict }) => verdict !== 'the same')
      .map(
        ({ path, verdict, tasks, stop, asks }): JsonObject => ({
          path: path ?? null,
          verdict: verdict ?? null,
          tasks: tasks ?? [],
          ...(stop === null || stop === undefined ? {} : { stop }),
          ...(Array.isArray(asks) && asks.length > 0 ? { asks: asks.length } : {}),
        }),
      );
    const { shown, left } = fitList(different, budgetOf(args));
    return {
      says: {
        runs: all.length,
        same: all.length - different.length,
        ...(left > 0 ? { left_out: `${left} runs: name one, or give a larger budget` } : {}),
      },
      fromFiles: {
        different: shown,
        unread: fitList(mapsIn(json, 'unread').slice(0, 10), budgetOf(args) / 2).shown,
        ...(json === null ? { said: fitText(said, budgetOf(args)) } : {}),
      },
    };
  },
};
