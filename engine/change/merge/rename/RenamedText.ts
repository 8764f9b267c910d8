import {
  disconnectEdge,
  type ResourceName,
  renameInput,
  renameResource,
  renameTask,
  renameTasks,
} from '../../../edit/index.ts';
import { type Analysis, analyze, analyzeEdited } from '../../../graph/index.ts';
import {
  applyEdits,
  invertEdits,
  mapOffset,
  type TextEdit,
  type TextRange,
  type Transaction,
} from '../../../text/index.ts';
import { inputPairs } from '../../match/inputPairs.ts';
import { matchParts } from '../../match/matchParts.ts';

/** A file that names what is in a workflow. */
export interface BesideFile {
  readonly path: string;
  readonly text: string;
}

/** A text in which things are given other names, one after the other, with all that names them. */
export class RenamedText {
  #analysis: Analysis;
  /** For each rename, the edits that take it back. */
  readonly #back: (readonly TextEdit[])[] = [];

  /** A file next to it in which the names follow, such as its tests. */
  #beside: BesideFile | null;

  constructor(analysis: Analysis, beside: BesideFile | null = null) {
    this.#analysis = analysis;
    this.#beside = beside;
  }

  /** The text of the file next to it, with the names as they are now. */
  get besideText(): string {
    return this.#beside?.text ?? '';
  }

  get analysis(): Analysis {
    return this.#analysis;
  }

  get text(): string {
    return this.#analysis.syntax.text;
  }

  /** Answers the code of the refusal; null when it is done. */
  rename({ kind, agent, from, to }: NameChange): string | null {
    const files =
      this.#beside &&
      new Map([
        [this.#analysis.path, this.text],
        [this.#beside.path, this.#beside.text],
      ]);
    const given = files === null ? {} : { files };
    const done = this.#renamed({ kind, from, to, ...(agent === undefined ? {} : { agent }) }, given);
    if (!done.ok) return done.error.code;
    this.#apply(done.value);
    return null;
  }

  #renamed(
    { kind, agent, from, to }: NameChange,
    given: { readonly files?: ReadonlyMap<string, string> },
  ): ReturnType<typeof renameTask> {
    switch (kind) {
      case 'task':
        return renameTask(this.#analysis, { id: from, to, ...given });
      case 'input':
        return renameInput(this.#analysis, { from, to, ...given });
      case 'action':
        return renameResource(this.#analysis, { kind, id: from, agent: agent ?? '', to, ...given });
      default:
        return renameResource(this.#analysis, { kind, id: from, to, ...given });
    }
  }

  /** Takes a connection away, by its id in the graph; one that is not there stays so. */
  disconnect(edgeId: string): void {
    const done = disconnectEdge(this.#analysis, { edgeId });
    if (done.ok) this.#apply(done.value);
  }

  /** What it has in common with `like` is not read again; without that, what it had before is not. */
  #apply({ changes }: Transaction, like?: Analysis): void {
    for (const change of changes) {
      if (change.type !== 'edit') continue;
      if (change.path === this.#beside?.path) {
        this.#beside = { ...this.#beside, text: applyEdits(this.#beside.text, change.edits) };
        continue;
      }
      this.#back.unshift(invertEdits(this.text, change.edits));
      const { edits } = change;
      const text = applyEdits(this.text, edits);
      this.#analysis = like ? analyze(like.path, text, like) : analyzeEdited(text, { previous: this.#analysis, edits });
    }
  }

  /**
   * Makes ready to rename many tasks at once, and answers with what does it, given a text in which they have these names already; null where
   * they have to be renamed one by one. A task that is not there needs no other name.
   */
  prepare(changes: readonly NameChange[]): ((like: RenamedText) => void) | null {
    if (this.#beside !== null) return null;
    const { nodes } = this.#analysis.graph;
    const names = new Map(changes.filter(({ from }) => nodes.has(from)).map(({ from, to }) => [from, to] as const));
    const done = renameTasks(this.#analysis, names);
    return done.ok ? (like) => this.#apply(done.value, like.analysis) : null;
  }

  /** Where a part of the text was before it was renamed. */
  toOriginal(range: TextRange): TextRange {
    return this.#back.reduce(
      ({ start, end }, edits) => ({ start: mapOffset(edits, start, -1), end: mapOffset(edits, end, 1) }),
      range,
    );
  }
}

/** What has another name in a later text; `input`: a property of the workflow's input. */
export interface NameChange {
  readonly kind: 'task' | 'input' | ResourceName['kind'];
  /** Of an action: its agent, as the earlier text calls it. */
  readonly agent?: string;
  readonly from: string;
  readonly to: string;
}

/** What a text calls something else than the text before it: tasks, agents, tools, actions, the memory and properties of the input. */
export function listNames(before: Analysis, after: Analysis): readonly NameChange[] {
  const { tasks, agents, tools, actions } = matchParts(before, after);
  const owners = new Map(before.workflow.agents.flatMap((agent) => agent.actions.map((action) => [action, agent.id])));
  const memory = { before: before.workflow.memory, after: after.workflow.memory };
  const changes = [
    // Before their agents, which they are told by.
    ...actions.pairs.map((pair) => {
      const agent = owners.get(pair.before) ?? '';
      return { kind: 'action' as const, agent, from: pair.before.id, to: pair.after.id };
    }),
    ...tasks.pairs.map((pair) => ({ kind: 'task' as const, from: pair.before.id, to: pair.after.id })),
    ...agents.pairs.map((pair) => ({ kind: 'agent' as const, from: pair.before.id, to: pair.after.id })),
    ...tools.pairs.map((pair) => ({ kind: 'tool' as const, from: pair.before.id, to: pair.after.id })),
    ...(memory.before && memory.after
      ? [{ kind: 'memory' as const, from: memory.before.id, to: memory.after.id }]
      : []),
    ...inputPairs(before, after).map(([from, to]) => ({ kind: 'input' as const, from, to })),
  ];
  return changes.filter(({ from, to }) => from !== to && from !== '' && to !== '');
}

/** What tells a name from all others: two kinds may have the same. */
export function nameKey({ kind, agent }: Pick<NameChange, 'kind' | 'agent'>, name: string): string {
  return JSON.stringify([kind, agent ?? '', name]);
}
