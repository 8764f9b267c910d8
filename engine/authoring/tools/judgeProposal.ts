import {
  type Change,
  COMMANDS,
  compareChecks,
  type FileDiagnostic,
  type Files,
  type Finding,
  MOST_CHANGES,
  ownText,
  type Proposal,
  type ProposalPlan,
  planProposal,
} from '../../author/index.ts';
import { isJsonObject, type Json, type JsonObject } from '../../base/index.ts';
import { diffLines } from '../../text/index.ts';
import { fitList, fitText } from './budget.ts';
import { refusePath } from './refusePath.ts';
import { toFinding } from './toFindings.ts';

/** What a proposal would do, in words for its author; or why it is refused. Nothing is written. */
export type JudgedProposal =
  | {
      readonly plan: ProposalPlan;
      /** The lines that it changes, and what the check says then that it did not say before. */
      readonly told: JsonObject;
      /** How much the check says no longer. */
      readonly gone: number;
    }
  | { readonly findings: readonly Finding[]; readonly told?: JsonObject };

/** What authors are told of changes, whoever takes them. */
export const CHANGES_ABOUT = `All changes apply or none, in any order; each is a command, { edit: { old, new } } or { create: text }. Each answer says what check, tests and recorded runs find. Commands: ${[...COMMANDS.keys()].join(', ')}. describe with "command NAME" has what each takes.`;

/** The arguments of a tool that takes changes. */
export const CHANGES: JsonObject = {
  why: { type: 'string', minLength: 1, maxLength: 2_000, description: 'why, for the person who decides' },
  changes: {
    type: 'array',
    minItems: 1,
    maxItems: MOST_CHANGES,
    items: { type: 'object' },
    description: `such as ${JSON.stringify(COMMANDS.get('addTask')?.example)}; a change of another file has its path`,
  },
};

/** The proposal that arguments of such a tool make, which were validated by its schema. */
export function readProposal(args: JsonObject, who: string): Proposal {
  const { changes } = args;
  const list: readonly Json[] = Array.isArray(changes) ? changes : [];
  const read = list.filter((change): change is Change => isJsonObject(change));
  return { who, why: ownText(args, 'why'), path: ownText(args, 'path'), changes: read };
}

/** The paths that a proposal names. */
export function pathsOf({ path, changes }: Proposal): readonly string[] {
  return [path, ...changes.flatMap((change) => (typeof change['path'] === 'string' ? change['path'] : []))];
}

/** Why a proposal must not write a file; null where it may. */
export function refuseFile(path: string, files: Files): Finding | null {
  const refused = refusePath(path, 'path');
  if (refused !== null || files.has(path) || /\.ya?ml$/u.test(path)) return refused;
  const message = 'The name of a new file must end in .yaml.';
  return { code: 'PATH_REFUSED', place: 'path', message, next: 'Choose a name such as flows/refund.yaml.' };
}

/** Plans a proposal and checks what it leads to. One that would leave an error in a file that it writes is refused. `budget`: characters of what is told, about. */
export function judgeProposal(files: Files, proposal: Proposal, budget: number): JudgedProposal {
  const planned = planProposal(files, proposal);
  if (!planned.ok) return { findings: planned.error };
  const { added, gone } = compareChecks(files, planned.value.files);
  // A test that expects something else now is told, and is for the person.
  const isWritten = ({ path }: FileDiagnostic): boolean => planned.value.files.get(path) !== files.get(path);
  const errors = added.filter((each) => each.diagnostic.severity === 'error' && isWritten(each));
  const told = tell(planned.value, { before: files, added, budget });
  if (errors.length > 0) return { findings: [newErrors(errors)], told };
  return { plan: planned.value, told, gone: gone.length };
}

interface Telling {
  readonly before: Files;
  readonly added: readonly FileDiagnostic[];
  readonly budget: number;
}

/** What a plan changes, as lines, and what the check says now that it did not say before. */
function tell({ files }: ProposalPlan, { before, added, budget }: Telling): JsonObject {
  const diff = [...files]
    .filter(([path, text]) => before.get(path) !== text)
    .map(([path, text]) => `--- ${path}\n${formatDiff(before.get(path) ?? '', text)}`);
  const sorted = added.toSorted(
    (a, b) => Number(b.diagnostic.severity === 'error') - Number(a.diagnostic.severity === 'error'),
  );
  const problems = sorted.map(({ path, diagnostic }) => toFinding(path, files.get(path) ?? '', diagnostic));
  const { shown, left } = fitList(problems, budget);
  return {
    diff: fitText(diff.join('\n'), budget),
    new_problems: shown,
    ...(left > 0 ? { left_out: `${left} problems` } : {}),
  };
}

function formatDiff(before: string, after: string): string {
  return diffLines(before, after, 1)
    .map((line) => {
      if (line.kind === 'skipped') return '…';
      return `${line.kind === 'added' ? '+' : line.kind === 'removed' ? '-' : ' '}${line.text}`;
    })
    .join('\n');
}

function newErrors(errors: readonly FileDiagnostic[]): Finding {
  const codes = [...new Set(errors.map(({ diagnostic }) => diagnostic.code))].join(', ');
  return {
    code: 'NEW_ERRORS',
    place: 'changes',
    message: `The changes apply, and would leave ${errors.length === 1 ? 'an error' : `${errors.length} errors`} that the text does not have: ${codes}.`,
    next: 'Correct the changes using new_problems: their fixes are changes that you can add. describe explains a code. Nothing was written.',
  };
}
