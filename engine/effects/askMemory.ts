import { ok, type Result } from '../base/index.ts';
import type { RunError } from '../run/index.ts';
import type { PerformerContext } from './createPerformer.ts';
import { createEgress } from './egress.ts';
import type { MemoryAnswers, MemoryQuestion } from './memory/answerQuestion.ts';
import { createMemoryHome } from './memory/MemoryHome.ts';
import { Exposure } from './ports.ts';
import { redactOutcome } from './redactOutcome.ts';
import { UsedSecrets } from './secrets/UsedSecrets.ts';

/** Answers the user's questions about memories; an error is what a run would get. Secrets are sent as in a run, and never returned. */
export async function askMemory<Question extends MemoryQuestion>(
  question: Question,
  context: PerformerContext,
  signal: AbortSignal,
): Promise<Result<MemoryAnswers[Question['op']], RunError>> {
  const [{ answerQuestion }, { MemoryFault }] = await Promise.all([
    import('./memory/answerQuestion.ts'),
    import('./memory/MemoryFault.ts'),
  ]);
  const used = new UsedSecrets([]);
  const fetch = context.fetch ?? ((...args: Parameters<typeof globalThis.fetch>) => globalThis.fetch(...args));
  const authorize = context.authorizeSecret ?? null;
  const egress = createEgress({
    baseUrl: '',
    reveal: context.resolveSecret,
    onSend: (value) => used.add(value),
    authorize,
    exposure: new Exposure(),
    fetch,
  });
  try {
    const home = context.memory ?? createMemoryHome();
    const answer = await answerQuestion(question, { home, egress, signal });
    return ok(answer as MemoryAnswers[Question['op']]); // Each question is answered with the type under its name.
  } catch (error) {
    if (!(error instanceof MemoryFault)) throw error;
    const outcome = await redactOutcome(error.failure, used.redactor());
    return { ok: false, error: outcome.ok ? error.failure.error : outcome.error };
  }
}
