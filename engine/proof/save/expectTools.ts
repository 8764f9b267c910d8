import { equalJson, isJsonObject, type Json, type JsonObject } from '../../base/index.ts';
import { type Analysis, effectiveWorkflow } from '../../graph/index.ts';
import { resolveUse } from '../../model/index.ts';
import type { RunView } from '../../run/index.ts';
import { type RunCall, sentBy } from '../cassette/listCalls.ts';
import { findLike } from '../play/findLike.ts';
import { tellValue } from './tellValue.ts';

/** More calls say little to somebody who reads the test: how often each tool was called says enough. */
const MOST_CALLS = 8;

/** No expected value reads anything. */
const SCOPE = { root: () => undefined, now: 0 };

/** What a test expects of the tools that agents called: each with what it was sent, as often as all tasks together sent that. */
export function expectTools(calls: readonly RunCall[], analysis: Analysis): readonly JsonObject[] {
  const own = calls.filter((call) => call.kind === 'tool' && usesAgent(call, analysis));
  const asked = own.map((call) => ({
    use: useOf(call),
    sent: own.length > MOST_CALLS ? null : tellValue(sentBy(call)),
  }));
  const distinct = new Map(asked.map((each) => [JSON.stringify(each), each]));
  return [...distinct.values()].map(({ use, sent }) => {
    const like = findLike(calls, { use, sent: sent ?? undefined, scope: SCOPE });
    return { use, ...(sent === null ? {} : { sent }), times: like.length };
  });
}

/**
 * What a test expects of calls that sent something else than their task was given, as those of a collection do for its items, where what it expects of the task does not
 * list them. Of many different ones it names some: what a change does to all of them is seen in each.
 */
export function expectSent(
  calls: readonly RunCall[],
  analysis: Analysis,
  { activations, told }: Pick<RunView, 'activations'> & { readonly told: ReadonlyMap<string, Json> },
): readonly JsonObject[] {
  const own = calls.filter((call) => call.kind === 'tool' && !usesAgent(call, analysis));
  const others = own.filter((call) => {
    const input = activations.get(call.activation)?.input;
    return !isListed(told.get(call.taskId)) && input !== undefined && !equalJson(sentBy(call), input);
  });
  const asked = others.flatMap((call) => {
    const sent = tellValue(sentBy(call));
    return sent === null ? [] : [{ use: useOf(call), sent }];
  });
  const distinct = new Map(asked.map((each) => [JSON.stringify(each), each]));
  return [...distinct.values()].slice(0, MOST_CALLS).map(({ use, sent }) => ({
    use,
    sent,
    times: findLike(calls, { use, sent, scope: SCOPE }).length,
  }));
}

function isListed(expected: Json | undefined): boolean {
  return isJsonObject(expected ?? null) && Array.isArray((expected as JsonObject)['calls']);
}

/** What a call runs: the agent, the built-in or the tool of a server, whatever a definition calls it. */
export function useOf({ kind, name, request }: RunCall): string {
  const use = kind === 'tool' && isJsonObject(request) ? (request['use'] ?? null) : null;
  return typeof use === 'string' ? use : name;
}

function usesAgent({ taskId }: RunCall, analysis: Analysis): boolean {
  const task = analysis.graph.nodes.get(taskId)?.task;
  return task !== undefined && resolveUse(effectiveWorkflow(analysis), task).kind === 'agent';
}
