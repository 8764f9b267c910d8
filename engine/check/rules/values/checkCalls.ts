import { type Data, isDataMap } from '../../../base/index.ts';
import type { GraphNode } from '../../../graph/index.ts';
import { exitsOf } from '../../../model/index.ts';
import type { Path } from '../../../text/index.ts';
import { valueIn } from '../../foreign/keys/KeyPlace.ts';
import { type CalledBuiltIn, calledBuiltIn, meantInput, neededBy } from '../../subject/builtInInputs.ts';
import { inputReads } from '../../subject/ownerOf.ts';
import { callsPerItem, collectWays, declaredKeys, givenKeys, type PassedData } from '../../subject/passedData.ts';
import { type Finding, fixByRenaming, type Rule, type Subject } from '../../subject/Rule.ts';

/** What tasks pass to built-ins: whether that has what a call needs, and nothing that no call reads (format.md 3). */
export const checkCalls: Rule = function* (subject) {
  const { workflow, graph } = subject.analysis;
  const calls = new Map<string, Call>();
  for (const node of graph.nodes.values()) {
    const builtIn = calledBuiltIn(workflow, node.task);
    if (builtIn !== undefined) calls.set(node.id, { node, builtIn, subject });
  }
  if (calls.size === 0) return;
  const ways = collectWays(subject);
  for (const node of graph.nodes.values()) {
    const call = calls.get(node.id);
    if (call !== undefined) {
      yield* missing(call, ways.get(node.id) ?? []);
      yield* unknown(call, ownData(node));
    }
    for (const { target } of exitsOf(node.task)) {
      const next = target.next.length === 1 ? calls.get(target.next[0] ?? '') : undefined;
      // A collection passes on to its calls what its own "with" says alone.
      if (next === undefined || callsPerItem(next.node.task)) continue;
      yield* unknown(next, { path: [...target.path, 'with'], data: target.with, isOwn: false });
    }
  }
};

/** A task that calls a built-in. */
interface Call {
  readonly node: GraphNode;
  readonly builtIn: CalledBuiltIn;
  readonly subject: Subject;
}

/** What is passed to it. */
interface Given {
  readonly path: Path;
  readonly data: Data | null;
  /** Whether it is the `with` of the task itself. */
  readonly isOwn: boolean;
}

function ownData({ task }: GraphNode): Given {
  return { path: [...task.path, 'with'], data: task.with, isOwn: true };
}

function* missing(call: Call, ways: readonly PassedData[]): Iterable<Finding> {
  const { node, builtIn, subject } = call;
  const { task, id } = node;
  // A definition on its own gets the rest where it is imported, and what is disabled calls nothing.
  if (subject.isDefinition || task.isDisabled || !node.isReachable) return;
  const isPerItem = callsPerItem(task);
  // Without "with" a call gets the item itself, whose keys are not known.
  const given = isPerItem && task.with === null ? null : givenKeys(node, subject, isPerItem ? [] : ways);
  if (given === null) return;
  const told = toldInputs(call, ways);
  for (const keys of neededBy(builtIn, opOf(task.with, ways))) {
    if (keys.some((key) => given.has(key) || told.has(key))) continue;
    const what = keys.map((key) => `"${key}"`).join(' or ');
    const isOpen = node.isStart && declaredKeys(subject.analysis.workflow.inputSchema) === null;
    const hint = isOpen
      ? ' Only the input of the run could have it: if so, declare it in “schema: { input: … }” of the workflow.'
      : '';
    const message = `"${id}" calls ${builtIn.name} and needs ${what}, which neither "with" nor a handler that leads here passes: a run fails here.${hint}`;
    yield { code: 'MISSING_INPUT', path: [...task.path, 'use'], message };
  }
}

/** Inputs of which something else is told already: that another key is one of them misspelt, or that they are not in "with". */
function toldInputs(call: Call, ways: readonly PassedData[]): ReadonlySet<string> {
  const given = [ownData(call.node), ...ways.map(({ path, data }) => ({ path, data, isOwn: false }))];
  const meant = given.flatMap((each) =>
    [...unreadKeys(call, each)].flatMap((key) => meantInput(call.builtIn, key) ?? []),
  );
  const beside = valueIn(call.subject.data, call.node.task.path);
  return new Set([...meant, ...(isDataMap(beside) ? beside.keys() : [])]);
}

/** The `op` of the input, where that is the same in every run. */
function opOf(own: Data | null, ways: readonly PassedData[]): Data | undefined {
  const isPassed = ways.some(({ data }) => isDataMap(data) && data.has('op'));
  return isDataMap(own) && !isPassed ? own.get('op') : undefined;
}

function* unknown(call: Call, given: Given): Iterable<Finding> {
  const { node, builtIn, subject } = call;
  const { keys, tool, name } = builtIn;
  for (const key of unreadKeys(call, given)) {
    const meant = meantInput(builtIn, key);
    const near = isDataMap(given.data) && given.data.has(meant ?? '') ? undefined : meant;
    const hint =
      near !== undefined
        ? `Did you mean "${near}"?`
        : tool.schema.config.properties?.[key] === undefined
          ? `Its inputs are ${[...(keys ?? [])].join(', ')}.`
          : 'It belongs in the “config” of a tool, which is defined under “tools”.';
    const message = `"${node.id}" calls ${name}, which has no input "${key}": it does nothing. ${hint}`;
    const path = [...given.path, key];
    const fixes = near === undefined ? {} : { fixes: fixByRenaming(subject, path, near) };
    yield { code: 'LIKELY_MISSPELT', path, part: 'key', message, ...fixes };
  }
}

/** The keys that are passed to a call and read neither by it nor by a template or the schema of its task. */
function* unreadKeys({ node: { id, task }, builtIn, subject }: Call, { data, isOwn }: Given): Iterable<string> {
  const { keys, tool } = builtIn;
  if (keys === null || !isDataMap(data)) return;
  const passesOn = tool.givesInput === true;
  // What gives its input on may get any key. Only one that gets nothing it reads itself is taken to be mistaken.
  if (passesOn && [...data.keys()].some((key) => keys.has(key))) return;
  const reads = (inputReads(subject).get(id) ?? []).filter(({ inside }) => !isOwn || inside[0] !== 'with');
  if (reads.some(({ key }) => key === undefined)) return;
  const declared = declaredKeys(task.inputSchema);
  for (const key of data.keys()) {
    if (keys.has(key) || declared?.has(key) === true || reads.some((read) => read.key === key)) continue;
    if (!passesOn || meantInput(builtIn, key) !== undefined) yield key;
  }
}
