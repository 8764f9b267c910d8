import type { Analysis } from '../graph/index.ts';
import { effectiveWorkflow } from '../graph/index.ts';
import { checkSchema } from '../schema/index.ts';
import type { Findings } from './Findings.ts';
import { findPlace } from './findPlace.ts';
import type { Dataset, Score } from './TestFile.ts';

/** Adds what is wrong in the variants and scores of a dataset: places, agents and actions that the workflow does not have. */
export function checkDataset({ variants, scores }: Dataset, analysis: Analysis, findings: Findings): void {
  for (const { place, path } of variants.flatMap(({ changes }) => changes)) {
    const found = findPlace(analysis.syntax, place);
    if (!found.ok)
      findings.add(
        'TEST_VARIANT',
        path,
        `No place of the workflow is “${place}”: ${found.error} Write its keys with / between them.`,
      );
  }
  for (const score of scores) checkScore(score, analysis, findings);
}

function checkScore({ by, path }: Score, analysis: Analysis, findings: Findings): void {
  if (by.kind === 'schema') {
    const [problem] = checkSchema(by.schema);
    if (problem !== undefined)
      findings.add('TEST_SCORE', [...path, 'schema'], `This is not a JSON Schema: ${problem.message}`);
  }
  if (by.kind !== 'judge') return;
  const { agents } = effectiveWorkflow(analysis);
  const agent = agents.find(({ id }) => id === by.agent);
  if (agent === undefined) {
    const ids = agents.map(({ id }) => id).join(', ');
    const hint = ids === '' ? 'Add one under agents.' : `It has ${ids}.`;
    findings.add('TEST_SCORE', [...path, 'judge'], `The workflow has no agent “${by.agent}”. ${hint}`);
    return;
  }
  const actions = agent.actions.map(({ id }) => id);
  if (by.action === null ? actions.length > 1 : !actions.includes(by.action)) {
    const which =
      by.action === null ? `“${by.agent}” has several actions.` : `“${by.agent}” has no action “${by.action}”.`;
    findings.add(
      'TEST_SCORE',
      [...path, by.action === null ? 'judge' : 'action'],
      `${which} Name one under action: ${actions.join(', ')}.`,
    );
  }
}
