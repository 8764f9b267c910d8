import { bringUp, ownText, tellChanges } from '../../author/index.ts';
import type { JsonObject } from '../../base/index.ts';
import type { AuthorContext, AuthorTool, ToolAnswer } from './AuthorTool.ts';
import { BUDGET, budgetOf, fitList } from './budget.ts';
import { findFile, PATH, UNKNOWN_PROPOSAL } from './findFile.ts';

/** `diff`: what differs between two texts of a workflow, in words. */
export const diffTool: AuthorTool = {
  name: 'diff',
  title: 'Compare workflows',
  about:
    'What differs between two workflows in words, as signalbox diff says it, each with whether it changes what a run does: a file and another one, or what a proposal that waits would still change on the text as it is now, and what of it no longer applies.',
  input: {
    properties: {
      path: { ...PATH, description: 'the file afterwards, with other' },
      other: { type: 'string', description: 'the file before' },
      proposal: { type: 'string', description: 'the id of a proposal that waits' },
      budget: BUDGET,
    },
  },
  isReading: true,
  answer: (args, context) => (args['proposal'] === undefined ? diffFiles(args, context) : diffProposal(args, context)),
};

async function diffFiles(args: JsonObject, context: AuthorContext): Promise<ToolAnswer> {
  const after = await findFile(context, args);
  if (!after.ok) return { says: {}, findings: after.error };
  const before = await findFile(context, { path: ownText(args, 'other') });
  if (!before.ok) return { says: {}, findings: before.error.map((finding) => ({ ...finding, place: 'other' })) };
  const { path, text } = after.value;
  return answer(args, tellChanges(new Map([[path, before.value.text]]), new Map([[path, text]])), {});
}

async function diffProposal(args: JsonObject, { folder, proposals }: AuthorContext): Promise<ToolAnswer> {
  const stored = await proposals.get(ownText(args, 'proposal'));
  if (stored === null) return { says: {}, findings: [UNKNOWN_PROPOSAL] };
  const { files } = await folder.read();
  const current = bringUp(stored, files);
  if (!current.ok) return { says: {}, findings: current.error };
  const { plan, done, lost } = current.value;
  const left = lost.map(
    ({ finding }): JsonObject => ({
      place: finding.place,
      code: finding.code,
      message: finding.message,
      next: finding.next,
    }),
  );
  return answer(args, plan === null ? [] : tellChanges(files, plan.files), {
    ...(done.length > 0 ? { done } : {}),
    ...(left.length > 0 ? { no_longer_apply: left } : {}),
  });
}

function answer(args: JsonObject, changes: ReturnType<typeof tellChanges>, more: JsonObject): ToolAnswer {
  const { shown, left } = fitList(
    changes.map((change): JsonObject => ({ ...change })),
    budgetOf(args),
  );
  return {
    says: {
      changes: changes.length,
      ...more,
      ...(left > 0 ? { left_out: `${left} changes: give a larger budget` } : {}),
    },
    fromFiles: shown,
  };
}
