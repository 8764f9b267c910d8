import {
  type Change,
  COMMANDS,
  compareChecks,
  type FileDiagnostic,
  type Files,
  type Finding,
  MOST_CHANGES,
  MOST_PENDING,
  ownText,
  type Proposal,
  type ProposalPlan,
  planProposal,
  proposalPath,
} from '../../../author/index.ts';
import { err, isJsonObject, type Json, type JsonObject, ok, type Result } from '../../../base/index.ts';
import { mayConfigureServer } from '../../../model/index.ts';
import { diffLines } from '../../../text/index.ts';
import { applyPlan } from '../../proposals/applyPlan.ts';
import { worseToJson } from '../../proposals/proveDrills.ts';
import { proofToJson, proveProposal } from '../../proposals/proveProposal.ts';
import { hashOf, refusePath } from '../../proposals/WorkspaceFolder.ts';
import { BUDGET, budgetOf, fitList, fitText } from '../budget.ts';
import { PATH } from '../findFile.ts';
import type { McpTool, ToolAnswer, ToolContext } from '../McpTool.ts';
import { toFinding } from '../toFindings.ts';

/** `propose`: changes of the workspace, which a person accepts. */
export const proposeTool: McpTool = {
  name: 'propose',
  title: 'Propose changes',
  about: `Proposes changes for a person to accept: nothing is written to the workflow before that. All changes apply or none, in any order; each is a command, { edit: { old, new } } or { create: text }. Each answer says what check, the tests and recorded runs say of it. Commands: ${[...COMMANDS.keys()].join(', ')}. describe with "command NAME" has what each takes.`,
  input: {
    properties: {
      path: PATH,
      expected: {
        type: 'string',
        description: 'the hash of that file, as outline and read give it; omitted for a new file',
      },
      why: { type: 'string', minLength: 1, maxLength: 2_000, description: 'why, for the person who decides' },
      changes: {
        type: 'array',
        minItems: 1,
        maxItems: MOST_CHANGES,
        items: { type: 'object' },
        description: `such as ${JSON.stringify(COMMANDS.get('addTask')?.example)}; a change of another file has its path`,
      },
      also_expected: {
        type: 'object',
        additionalProperties: { type: 'string' },
        description: 'the hashes of other files that changes name, by path',
      },
      draft: { type: 'boolean', description: 'true: only say what would happen' },
      replaces: {
        type: 'string',
        description: 'the id of a proposal of yours that waits, which this one takes the place of',
      },
      budget: BUDGET,
    },
    required: ['path', 'why', 'changes'],
  },
  isReading: false,
  answer: propose,
};

async function propose(args: JsonObject, context: ToolContext): Promise<ToolAnswer> {
  const { files } = await context.folder.read();
  const proposal = readProposal(args, context.who);
  const paths = [proposal.path, ...proposal.changes.flatMap(({ path }) => (typeof path === 'string' ? path : []))];
  for (const path of paths) {
    const refused = refusePath(path, 'path') ?? refuseNew(path, files);
    const place = refused === null ? await context.folder.placeOf(path, 'path') : err(refused);
    if (!place.ok) return { says: {}, findings: [place.error] };
  }
  const stale = findStale(args, new Set(paths), files);
  if (stale !== null) return { says: {}, findings: [stale] };
  const planned = planProposal(files, proposal);
  if (!planned.ok) return { says: { applied: false }, findings: planned.error };
  const { added, gone } = compareChecks(files, planned.value.files);
  // A test that expects something else now is told, and is for the person.
  const isWritten = ({ path }: FileDiagnostic): boolean => planned.value.files.get(path) !== files.get(path);
  const errors = added.filter((each) => each.diagnostic.severity === 'error' && isWritten(each));
  const told = tell(planned.value, { args, before: files, added });
  if (errors.length > 0) return { says: { applied: false }, findings: [newErrors(errors)], fromFiles: told };
  const proof = await proveProposal(context.io, { before: files, after: planned.value.files });
  const failed = fitList(
    proof.tests.failed.map((test): JsonObject => ({ ...test })),
    budgetOf(args),
  ).shown;
  const untested = fitList(
    proof.tests.untested.map((part): JsonObject => ({ ...part })),
    budgetOf(args),
  ).shown;
  const worse = fitList(proof.drills.flatMap(worseToJson), budgetOf(args)).shown;
  const fromFiles = {
    ...told,
    ...(failed.length === 0 ? {} : { failed_tests: failed }),
    ...(untested.length === 0 ? {} : { untested }),
    ...(worse.length === 0 ? {} : { worse_faults: worse }),
    ...(proof.bounds.length === 0 ? {} : { forecast: proof.bounds.flatMap(({ sentences }) => sentences) }),
  };
  const says = {
    ...(gone.length > 0 ? { problems_gone: gone.length } : {}),
    ...proofToJson(proof),
    changes: planned.value.changes.map(({ index, needs }) => (needs.length === 0 ? { index } : { index, needs })),
  };
  if (args['draft'] === true) return { says: { draft: true, ...says }, fromFiles };
  // It says which programs run and who may start what: that is for a person, whoever may change workflows.
  const isForPerson = paths.some(mayConfigureServer);
  const kept =
    context.applies && !isForPerson
      ? await applyNow(context, files, planned.value)
      : await store(context, { proposal, files, plan: planned.value, replaces: args['replaces'] });
  return kept.ok ? { says: { ...kept.value, ...says }, fromFiles } : { says: {}, findings: [kept.error] };
}

/** Its shape was validated by the schema of the tool. */
function readProposal(args: JsonObject, who: string): Proposal {
  const { changes } = args;
  const list: readonly Json[] = Array.isArray(changes) ? changes : [];
  const read = list.filter((change): change is Change => isJsonObject(change));
  return { who, why: ownText(args, 'why'), path: ownText(args, 'path'), changes: read };
}

function refuseNew(path: string, files: Files): Finding | null {
  if (files.has(path) || /\.ya?ml$/u.test(path)) return null;
  const message = 'The name of a new file must end in .yaml.';
  return { code: 'PATH_REFUSED', place: 'path', message, next: 'Name it so, such as flows/refund.yaml.' };
}

/** A file that is not what the author has seen, or of which the author does not say so. */
function findStale(args: JsonObject, paths: ReadonlySet<string>, files: Files): Finding | null {
  const others = isJsonObject(args['also_expected'] ?? null) ? (args['also_expected'] as JsonObject) : {};
  for (const path of paths) {
    const text = files.get(path);
    const isMain = path === args['path'];
    const expected = isMain ? args['expected'] : Object.hasOwn(others, path) ? others[path] : undefined;
    const now = text === undefined ? undefined : hashOf(text);
    if (expected === now) continue;
    const place = isMain ? 'expected' : `also_expected.${path}`;
    if (now === undefined) {
      const message = 'There is no such file any more, or not yet.';
      return { code: 'UNKNOWN_FILE', place, message, next: 'Leave its hash out to create it.' };
    }
    const message =
      expected === undefined ? 'The hash of the file is missing.' : 'The file was changed since you read it.';
    return {
      code: 'STALE',
      place,
      message: `${message} Its hash is ${now}.`,
      next: 'Read what the changes are about, then propose with this hash.',
    };
  }
  return null;
}

interface Telling {
  readonly args: JsonObject;
  readonly before: Files;
  readonly added: readonly FileDiagnostic[];
}

/** What a plan changes, as lines, and what the check says now that it did not say before. */
function tell({ files }: ProposalPlan, { args, before, added }: Telling): JsonObject {
  const budget = budgetOf(args);
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

async function applyNow(context: ToolContext, files: Files, plan: ProposalPlan): Promise<Result<JsonObject, Finding>> {
  const written = await applyPlan(context.folder.root, files, plan);
  if (!written.ok) return written;
  const hashes = Object.fromEntries(written.value.map((path) => [path, hashOf(plan.files.get(path) ?? '')] as const));
  return ok({ applied: true, hashes });
}

interface Storing {
  readonly proposal: Proposal;
  readonly files: Files;
  readonly plan: ProposalPlan;
  readonly replaces: Json | undefined;
}

async function store(
  { proposals }: ToolContext,
  { proposal, files, plan, replaces }: Storing,
): Promise<Result<JsonObject, Finding>> {
  const { waiting } = await proposals.list();
  const id = typeof replaces === 'string' ? replaces : undefined;
  if (id !== undefined && !waiting.some((each) => each.id === id)) {
    return err({
      code: 'UNKNOWN_PROPOSAL',
      place: 'replaces',
      message: 'There is no pending proposal with this id.',
      next: 'Omit replaces, or use list to see the pending proposals.',
    });
  }
  if (id === undefined && waiting.length >= MOST_PENDING) {
    return err({
      code: 'TOO_MANY_PROPOSALS',
      place: '',
      message: `${waiting.length} proposals wait already.`,
      next: 'Ask the person to decide about them, or replace one.',
    });
  }
  const base = new Map(
    [...plan.files].flatMap(([path, text]) => {
      const was = files.get(path);
      return was === undefined || was === text ? [] : [[path, was] as const];
    }),
  );
  const stored = await proposals.add(proposal, base, id);
  if (!stored.ok) return err(cannotWait(stored.error));
  return ok({
    applied: false,
    proposal: stored.value.id,
    file: proposalPath(stored.value.id),
    next: 'A person accepts it in the app, which draws it where the folder is open, or by signalbox proposals.',
  });
}

function cannotWait(why: string): Finding {
  return { code: 'TOO_LARGE', place: 'changes', message: `It cannot wait: ${why}`, next: 'Propose less at a time.' };
}
