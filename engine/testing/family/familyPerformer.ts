import { isJsonObject, type Json } from '../../base/index.ts';
import { type HostPorts, type Performer } from '../../effects/index.ts';
import { type Call, hasConsequences, type RunInput } from '../../run/index.ts';
import { type Answerer, failure } from './answers.ts';

/** How the calls of a family are performed. */
interface FamilyPerforming {
  readonly answer: Answerer;
  /** True: the process has ended, and answers nothing. */
  readonly isOver: () => boolean;
  /** Called before a call is made. */
  readonly note: (call: Call) => unknown;
}

/** Performs the calls of a run: a workflow runs by the port, all else is answered. */
export function createFamilyPerformer(
  { runWorkflow }: Pick<HostPorts, 'runWorkflow'>,
  { answer, isOver, note }: FamilyPerforming,
): Performer {
  return {
    listTools: () => Promise.reject(new Error('No server.')),
    close: () => undefined,
    perform: (call, signal) =>
      new Promise((resolve) => {
        if (isOver()) return;
        note(call);
        signal.addEventListener('abort', () => resolve(failure('CANCELLED')), { once: true });
        if (call.type === 'tool.call' && call.use === 'core:workflow') {
          const { key, simulate, input } = call;
          void runWorkflow?.({ ...readChild(input), key, simulate }, signal).then(resolve);
          return;
        }
        const outcome = answer(call);
        if (outcome !== null) void Promise.resolve(outcome).then((value) => setImmediate(() => resolve(value)));
      }),
  };
}

/** A recorded step never runs again, and the intent of one with consequences is durable before it runs: a promise that a call has broken, by the stored inputs of its run. */
export function findBroken(call: Call, inputs: readonly RunInput[]): string | null {
  const { key } = call;
  const has = (type: string): boolean =>
    inputs.some((input) => input.type === type && 'key' in input && input.key === key);
  if (has('effect.completed')) return `${key} was recorded, and made again`;
  return hasConsequences(call) && !has('effect.started') ? `${key} was made before its intent was durable` : null;
}

function readChild(input: Json): { readonly file: string; readonly input: Record<string, Json> } {
  const { file, input: given } = isJsonObject(input) ? input : {};
  return { file: typeof file === 'string' ? file : '', input: isJsonObject(given) ? { ...given } : {} };
}
