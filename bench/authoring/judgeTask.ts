import type { AuthoringTask } from './AuthoringTask.ts';
import { judgeAnswer, playHidden } from './judgeAnswer.ts';

/** Says what is wrong with a task of the bench: that nothing is, is what makes it one. `describe` tells of a code. */
export async function judgeTask(task: AuthoringTask, describe: (code: string) => string): Promise<readonly string[]> {
  const problems: string[] = [];
  if ((await playHidden(task, task.text)).length === 0) problems.push('The text passes the hidden tests as it is.');
  const reference = await judgeAnswer(task, task.reference);
  if (reference.outcome !== 'passed') {
    const said = [...reference.told.map(({ code, words }) => `${code} ${words}`), ...reference.failures];
    problems.push(`The reference is ${reference.outcome}: ${said.join(' | ')}`);
  }
  const noisy = reference.told.filter(({ words }) => words !== '' && reference.outcome === 'passed');
  if (noisy.length > 0)
    problems.push(`The reference makes findings: ${noisy.map(({ code, words }) => `${code} ${words}`).join(' | ')}`);
  problems.push(...(await judgeWrong(task, describe)));
  return problems;
}

/** The typical wrong answer gets the finding, which leads to one that passes: by its correction, or by what it says. */
async function judgeWrong(task: AuthoringTask, describe: (code: string) => string): Promise<readonly string[]> {
  const { changes, finding, leads } = task.wrong;
  const { outcome, told } = await judgeAnswer(task, changes);
  if (outcome === 'passed') return ['The wrong answer passes.'];
  const found = told.find(({ code }) => code === finding);
  if (found === undefined) {
    return [
      `The wrong answer (${outcome}) does not get ${finding}, but ${told.map(({ code, words }) => `${code} ${words}`).join(' | ') || 'nothing'}.`,
    ];
  }
  if (leads.length > 0) {
    const words = `${found.words} ${describe(found.code)}`;
    return leads.filter((lead) => !words.includes(lead)).map((lead) => `“${lead}” is not in: ${found.words}`);
  }
  if (found.followed === null) return [`The finding has no correction to follow: ${found.words}`];
  const followed = await judgeAnswer(task, found.followed);
  if (followed.outcome === 'passed') return [];
  const said = [...followed.told.map(({ code, words }) => `${code} ${words}`), ...followed.failures].join(' | ');
  return [`Following the correction is ${followed.outcome}: ${said}`];
}
