import { diffWorkflows } from '../change/index.ts';
import { analyze } from '../graph/index.ts';
import { holdsWorkflow } from '../model/index.ts';
import { findNeeds, playChanges } from './findNeeds.ts';
import { ownText } from './ownText.ts';
import type { Files } from './Proposal.ts';
import type { ReadChange } from './readChange.ts';
import { readChanges } from './readChanges.ts';
import type { StoredProposal } from './StoredProposal.ts';

/** A change of a proposal, as a person reads it. */
export interface DescribedChange {
  /** The file that it is about. */
  readonly path: string;
  /** What it does, in the words of `signalbox diff`; at least one. */
  readonly sentences: readonly string[];
  /** The tasks that it is about, by their ids in the text that it was written on. */
  readonly tasks: readonly string[];
  /** Places of the changes that are accepted with it. */
  readonly needs: readonly number[];
}

/** More changed text than this, in characters times changes, is told by the names of the commands: what a list says must not take long. */
const MOST_TOLD = 4_000_000;

/**
 * What each change of a proposal does by itself, with those that it needs done before, on the texts that it was written on. Empty where
 * it does not apply to them. `files`: the other texts of the workspace.
 */
export function describeChanges({ proposal, base }: StoredProposal, files: Files): readonly DescribedChange[] {
  const read = readChanges(proposal);
  if (!read.ok) return [];
  const before: Files = new Map([...files, ...base]);
  const needs = findNeeds(before, read.value);
  const paths = new Set(read.value.map(({ path }) => path));
  const size = [...paths].reduce((sum, path) => sum + (before.get(path)?.length ?? 0), 0) * read.value.length;
  return read.value.map((change) => {
    const needed = needs.get(change.index) ?? [];
    const told = size > MOST_TOLD ? [] : tellAlone(before, { change, changes: read.value, needed });
    const sentences = told.map(({ sentence }) => sentence);
    return {
      path: change.path,
      sentences: sentences.length > 0 ? sentences : [nameCommand(change)],
      tasks: [...new Set([...told.flatMap(({ task }) => task ?? []), ...namedTasks(change)])],
      needs: needed,
    };
  });
}

interface Alone {
  readonly change: ReadChange;
  readonly changes: readonly ReadChange[];
  readonly needed: readonly number[];
}

function tellAlone(before: Files, { change, changes, needed }: Alone): readonly ToldChange[] {
  const others = changes.filter(({ index }) => needed.includes(index));
  return tellChanges(playChanges(before, others).draft.files, playChanges(before, [...others, change]).draft.files);
}

/** Where nothing of a workflow changes that has words: comments, tests, texts that are long. */
function nameCommand({ command, raw, path }: ReadChange): string {
  if (command === 'create') return `The file ${path} is new.`;
  if (command === 'edit') return `Some text of ${path} is replaced.`;
  const [subject] = namedTasks({ raw });
  const words = command.replaceAll(/[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`);
  const name = words[0]?.toUpperCase() + words.slice(1);
  return subject === undefined ? `${name}, in ${path}.` : `${name}: ${subject}, in ${path}.`;
}

function namedTasks({ raw }: Pick<ReadChange, 'raw'>): readonly string[] {
  return ['task', 'source', 'after'].flatMap((key) => {
    const name = ownText(raw, key);
    return name === '' ? [] : [name];
  });
}

/** A change of a workflow in words. */
export interface ToldChange {
  readonly path: string;
  readonly severity: string;
  readonly sentence: string;
  /** The task that it is about, by its id before, or after where there was none; absent where it is about no task. */
  readonly task?: string;
}

/** What differs between two states of a workspace, in the words of `signalbox diff`. */
export function tellChanges(before: Files, after: Files): readonly ToldChange[] {
  const paths = [...after.keys()].filter((path) => holdsWorkflow(path) && before.get(path) !== after.get(path));
  return paths.flatMap((path) => {
    const was = before.get(path);
    if (was === undefined) return [{ path, severity: 'behaviour', sentence: 'The file is new.' }];
    return diffWorkflows(analyze(path, was), analyze(path, after.get(path) ?? '')).map(
      ({ severity, sentence, task }) => {
        const id = task?.before ?? task?.after;
        return { path, severity, sentence, ...(id === undefined || id === null ? {} : { task: id }) };
      },
    );
  });
}
