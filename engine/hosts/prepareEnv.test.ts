import { expect, test } from 'vitest';
import { analyze, effectiveWorkflow } from '../graph/index.ts';
import { prepareEnv, takeHeld, takeRecorded } from './prepareEnv.ts';
import type { Variable } from './RunRequest.ts';

const WORKFLOW = effectiveWorkflow(
  analyze(
    'w.yaml',
    'tasks:\n  - id: a\n    type: basic\n    use: core:http\n    with: { url: "https://a.test/", headers: { authorization: "{{ env.KEY }}" } }\n',
  ),
);

test('a secret that is set while its run goes on has its value then, also where the run is resumed or inside of another', () => {
  let value = '';
  const live: Variable = { name: 'KEY', value: '', isSecret: true, mayBeSecret: true, read: () => value };
  const { env, vault } = prepareEnv(WORKFLOW, [live], 'salt');
  const ways: readonly (readonly Variable[])[] = [takeRecorded([live], env, 'salt'), takeHeld([live], vault)];
  value = 'set later';
  for (const variables of ways) {
    const [variable] = variables;
    expect(variable?.read?.()).toBe('set later');
    expect(prepareEnv(WORKFLOW, variables, 'salt').vault.resolveSecret('KEY.salt')).toBe('set later');
  }
  expect(takeHeld([live], vault)).toMatchObject([{ name: 'KEY', isSecret: true, isTaken: true }]);
});
