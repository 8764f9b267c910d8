import { compareChecks, type FileDiagnostic, type Finding, planProposal } from '../../engine/author/index.ts';
import type { JsonObject } from '../../engine/base/index.ts';
import { analyze } from '../../engine/graph/index.ts';
import { findSubjects, runTest } from '../../engine/proof/index.ts';
import { readTestFile } from '../../engine/testFile/index.ts';
import { applyEdits } from '../../engine/text/index.ts';
import type { AuthoringTask } from './AuthoringTask.ts';

/** What an answer is told: a refusal of a change, or a finding of the check that the text does not have. */
export interface Told {
  readonly code: string;
  /** All its words. */
  readonly words: string;
  /** The changes as they would be once its correction was followed; null: it has none. */
  readonly followed: readonly JsonObject[] | null;
}

/** What an answer comes to. */
export interface Judged {
  /** `refused`: nothing of it is written; `failed`: it is, and a hidden test fails; `passed`: it does what is asked. */
  readonly outcome: 'passed' | 'refused' | 'failed';
  readonly told: readonly Told[];
  /** What hidden tests say of it. */
  readonly failures: readonly string[];
  readonly text: string;
}

/** Judges an answer as `propose` does, and plays the hidden tests on what it would write. Patterns must be loaded. */
export async function judgeAnswer(task: AuthoringTask, changes: readonly JsonObject[]): Promise<Judged> {
  const files = new Map([[task.path, task.text]]);
  const planned = planProposal(files, { who: 'bench', why: task.request, path: task.path, changes });
  if (!planned.ok) {
    const told = planned.error.map((finding) => tellRefusal(finding, changes));
    return { outcome: 'refused', told, failures: [], text: task.text };
  }
  const text = planned.value.files.get(task.path) ?? '';
  const { added } = compareChecks(files, planned.value.files);
  const told = added.map((found) => tellDiagnostic(found, text, changes));
  if (added.some(({ diagnostic }) => diagnostic.severity === 'error'))
    return { outcome: 'refused', told, failures: [], text };
  const failures = await playHidden(task, text);
  return { outcome: failures.length === 0 ? 'passed' : 'failed', told, failures, text };
}

/** What the hidden tests say of a text; none where all pass. */
export async function playHidden({ path, tests }: AuthoringTask, text: string): Promise<readonly string[]> {
  const read = readTestFile(tests);
  const found = findSubjects(read, analyze(path, text));
  const wrong = [...found.blocking, ...found.errors].map(({ message }) => message);
  if (wrong.length > 0) return wrong;
  const failures: string[] = [];
  for (const subject of found.subjects) {
    const { verdict } = await runTest(subject);
    failures.push(...verdict.failures.map(({ message }) => `${verdict.name}: ${message}`));
  }
  return failures;
}

function tellRefusal({ code, place, message, next, corrected }: Finding, changes: readonly JsonObject[]): Told {
  const index = Number(/^changes\[(\d+)\]/u.exec(place)?.[1] ?? -1);
  const followed = corrected === undefined ? null : changes.map((change, at) => (at === index ? corrected : change));
  return { code, words: `${message} ${next}`, followed };
}

/** Its first fix, as an edit of the whole text that the changes lead to. */
function tellDiagnostic({ diagnostic }: FileDiagnostic, text: string, changes: readonly JsonObject[]): Told {
  const { code, message, fixes } = diagnostic;
  const [fix] = fixes ?? [];
  if (fix === undefined) return { code, words: message, followed: null };
  const edit = { old: text, new: applyEdits(text, fix.edits) };
  return { code, words: `${message} ${fix.title}`, followed: [...changes, { edit }] };
}
