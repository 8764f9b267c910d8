import type { Data } from '../../base/index.ts';
import type { Analysis } from '../../graph/index.ts';
import { parseReference, traitsOf } from '../../model/index.ts';
import { builtInNamed, TOOL_DATA, type ToolData } from '../../tools/index.ts';
import type { TaskDraft } from '../steps/newTask.ts';
import { choiceOf, enteredWith, leadsOn, typeOfMember, type ValueBefore, valueBefore } from './valueBefore.ts';

/** Where a new task goes: after a task by one of its exits, or as the first one of a container or of the workflow. */
export interface DraftPlace {
  readonly source: string | null;
  /** The exit of the source; absent: that of a success. */
  readonly via?: string | undefined;
  /** The container it is in, where no task leads to it; null: the workflow. */
  readonly parent: string | null;
}

/**
 * A draft that reads what is there where it is added: a line carries no data by itself, so that each new task would otherwise begin
 * with nothing. What the draft says itself stays. Of what follows a failure nothing is filled in, for there is no result.
 */
export function fillDraft(analysis: Analysis, draft: TaskDraft, place: DraftPlace): TaskDraft {
  const { source, via, parent } = place;
  if (via !== undefined && !leadsOn(via)) return draft;
  const wanted = traitsOf(draft.type).children === 'item' ? 'array' : undefined;
  const value =
    source === null && parent !== null
      ? enteredWith(analysis, parent, wanted)
      : valueBefore(analysis, source ?? '', wanted);
  if (draft.use !== undefined) return value === null ? draft : withInput(draft, draft.use, value);
  if (draft.config !== undefined) return draft;
  const config = startReading(draft, value?.reference ?? null, source === null ? null : choiceOf(analysis, source));
  return config === null ? draft : { ...draft, config };
}

/** What the type begins with, with what it reads: null where that stays as it is. */
function startReading({ type }: TaskDraft, reference: string | null, choice: string | null) {
  const { hasRoutes, output, children, start } = traitsOf(type);
  const [first] = start;
  if (first === undefined) return null;
  const read = hasRoutes ? toCondition(reference, choice) : reference;
  if (read === null || !(hasRoutes || output === 'mapping' || children === 'item')) return null;
  const value: Data = output === 'mapping' ? new Map([['value', `{{ ${read} }}`]]) : `{{ ${read} }}`;
  const rest = start.slice(1).flatMap(({ key, value }) => (value === undefined ? [] : [[key, value] as const]));
  return new Map<string, Data>([[first.key, value], ...rest]);
}

function toCondition(reference: string | null, choice: string | null): string | null {
  return choice ?? (reference === null ? null : `${reference} != null`);
}

function withInput(draft: TaskDraft, use: string, { reference, name, type }: ValueBefore): TaskDraft {
  const written = draft.with ?? new Map<string, Data>();
  const parsed = parseReference(use);
  const tool = parsed?.repo === 'core' ? builtInNamed(parsed.package) : undefined;
  const { takes, reads = {} }: ToolData = tool === undefined ? ofAgent(parsed?.repo, name) : TOOL_DATA[tool.name];
  if (takes === undefined) return draft;
  const wanted = tool === undefined ? null : typeOfMember(tool.schema.input, takes);
  if (type !== undefined && wanted !== null && type !== wanted) return draft;
  const input = new Map<string, Data>([...written, ...Object.entries(reads), [takes, `{{ ${reference} }}`]]);
  return { ...draft, with: input };
}

/** An agent takes a value by its name: its whole input is what the model is told. */
function ofAgent(repo: string | undefined, name: string): ToolData {
  return repo === 'agent' ? { takes: name } : {};
}
