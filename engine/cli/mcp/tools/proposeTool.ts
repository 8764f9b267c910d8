import {
  baseOf,
  type Files,
  type Finding,
  MOST_PENDING,
  type Proposal,
  type ProposalPlan,
  proposalPath,
} from '../../../author/index.ts';
import {
  BUDGET,
  budgetOf,
  CHANGES,
  CHANGES_ABOUT,
  fitList,
  judgeProposal,
  PATH,
  pathsOf,
  readProposal,
  refuseFile,
  type ToolAnswer,
} from '../../../authoring/index.ts';
import { err, isJsonObject, type Json, type JsonObject, ok, type Result } from '../../../base/index.ts';
import { mayConfigureServer } from '../../../model/index.ts';
import { applyPlan } from '../../proposals/applyPlan.ts';
import { worseToJson } from '../../proposals/proveDrills.ts';
import { proofToJson, proveProposal } from '../../proposals/proveProposal.ts';
import { hashOf } from '../../proposals/WorkspaceFolder.ts';
import type { McpTool, ToolContext } from '../McpTool.ts';

/** `propose`: changes of the workspace, which a person accepts. */
export const proposeTool: McpTool = {
  name: 'propose',
  title: 'Propose changes',
  about: `Proposes changes for a person to accept: nothing is written to the workflow before that. ${CHANGES_ABOUT}`,
  input: {
    properties: {
      path: PATH,
      expected: {
        type: 'string',
        description: 'the hash of that file, as outline and read give it; omitted for a new file',
      },
      ...CHANGES,
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
  const paths = pathsOf(proposal);
  for (const path of paths) {
    const refused = refuseFile(path, files);
    const place = refused === null ? await context.folder.placeOf(path, 'path') : err(refused);
    if (!place.ok) return { says: {}, findings: [place.error] };
  }
  const stale = findStale(args, new Set(paths), files);
  if (stale !== null) return { says: {}, findings: [stale] };
  const judged = judgeProposal(files, proposal, budgetOf(args));
  if ('findings' in judged) {
    const { findings, told } = judged;
    return { says: { applied: false }, findings, ...(told === undefined ? {} : { fromFiles: told }) };
  }
  const { plan, told, gone } = judged;
  const proof = await proveProposal(context.io, { before: files, after: plan.files });
  const fit = (rows: readonly object[]) =>
    fitList(
      rows.map((row): JsonObject => ({ ...row })),
      budgetOf(args),
    ).shown;
  const [failed, untested] = [fit(proof.tests.failed), fit(proof.tests.untested)];
  const worse = fit(proof.drills.flatMap(worseToJson));
  const fromFiles = {
    ...told,
    ...(failed.length === 0 ? {} : { failed_tests: failed }),
    ...(untested.length === 0 ? {} : { untested }),
    ...(worse.length === 0 ? {} : { worse_faults: worse }),
    ...(proof.bounds.length === 0 ? {} : { forecast: proof.bounds.flatMap(({ sentences }) => sentences) }),
  };
  const says = {
    ...(gone > 0 ? { problems_gone: gone } : {}),
    ...proofToJson(proof),
    changes: plan.changes.map(({ index, needs }) => (needs.length === 0 ? { index } : { index, needs })),
  };
  if (args['draft'] === true) return { says: { draft: true, ...says }, fromFiles };
  // It says which programs run and who may start what: that is for a person, whoever may change workflows.
  const isForPerson = paths.some(mayConfigureServer);
  const kept =
    context.applies && !isForPerson
      ? await applyNow(context, files, plan)
      : await store(context, { proposal, files, plan, replaces: args['replaces'] });
  return kept.ok ? { says: { ...kept.value, ...says }, fromFiles } : { says: {}, findings: [kept.error] };
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

function store(context: ToolContext, storing: Storing): Promise<Result<JsonObject, Finding>> {
  return context.proposals.inTurn(() => storeNext(context, storing));
}

async function storeNext(
  { proposals }: ToolContext,
  { proposal, files, plan, replaces }: Storing,
): Promise<Result<JsonObject, Finding>> {
  const { waiting } = await proposals.list();
  const id = typeof replaces === 'string' ? replaces : undefined;
  // That of another program, or of a branch, is not theirs to replace: a person has read it.
  if (id !== undefined && !waiting.some((each) => each.id === id && each.proposal.who === proposal.who)) {
    return err({
      code: 'UNKNOWN_PROPOSAL',
      place: 'replaces',
      message: 'There is no pending proposal of yours with this id.',
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
  const stored = await proposals.add(proposal, baseOf(files, plan), id);
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
