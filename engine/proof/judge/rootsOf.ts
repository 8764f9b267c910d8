import { type Json, jsonObject } from '../../base/index.ts';
import { errorToJson } from '../../run/index.ts';
import type { TestCase } from '../../testFile/index.ts';
import type { PlayedTest } from '../play/playTest.ts';

/** What expressions about a run read, by name. `duration` in ms of virtual time; `row` and `index` of a test that is played for one. */
export function rootsOf(
  { env, row }: TestCase,
  played: Pick<PlayedTest, 'events' | 'view'>,
): (name: string) => Json | undefined {
  const { view } = played;
  return (name) => {
    switch (name) {
      case 'input':
        return view.input;
      case 'output':
        return view.output;
      case 'status':
        return view.status;
      case 'error':
        return errorToJson(view.error);
      case 'env':
        return env;
      case 'duration':
        return durationOf(played);
      case 'row':
        return row?.value;
      case 'index':
        return row?.index;
      case 'usage':
        return usageOf(view);
      case 'tasks':
        return jsonObject(
          [...view.tasks].map(([id, { status, input, output, error, attempts }]) => [
            id,
            { status, input, output, error: errorToJson(error), attempts: attempts.length },
          ]),
        );
      default:
        return undefined;
    }
  };
}

function usageOf({ usage }: PlayedTest['view']): Json {
  const { input_tokens, output_tokens } = usage ?? { input_tokens: 0, output_tokens: 0 };
  return { input_tokens, output_tokens, tokens: input_tokens + output_tokens, cost: usage?.cost ?? 0 };
}

/** ms of virtual time that a run took. */
export function durationOf({ events }: Pick<PlayedTest, 'events'>): number {
  return (events.at(-1)?.at ?? 0) - (events[0]?.at ?? 0);
}
