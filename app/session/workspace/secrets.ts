import type { EngineWorker, SecretAnswer, SecretChange, Variable } from '#engine/worker';
import { enginePort, ignoreWorkerExit } from '../document/engine.ts';
import { notify } from '../store/notices.ts';
import { session, update } from '../store/store.ts';

/** Follows what the engine keeps of secrets and what it asks about them. Their values never come here. */
export function connectSecrets(engine: Pick<EngineWorker, 'subscribeSecrets'>): void {
  engine.subscribeSecrets((secrets) => update({ workspace: { secrets } })).catch(ignoreWorkerExit);
}

/** Does something to a secret; a refusal is shown. Answers whether it was done. */
export function changeSecret(change: SecretChange): Promise<boolean> {
  return ask((engine) => engine.changeSecret(change));
}

/** Answers what a run asks about a secret. */
export function answerSecret(id: string, answer: SecretAnswer): Promise<boolean> {
  return ask((engine) => engine.answerSecret(id, answer));
}

/**
 * Hands the values of secrets that are stored among the variables (an earlier version kept them there) to the engine,
 * which keeps them sealed on the device; those it does not take stay where they are.
 */
export async function sealSecrets(): Promise<void> {
  for (const variable of session.getState().workspace.variables) {
    if (variable.isSecret && variable.value !== '') await sealSecret(variable);
  }
}

/** Makes a variable a secret: its value is handed to the engine and forgotten here. */
export async function sealSecret({ name, value }: Variable): Promise<void> {
  const isTaken = value === '' || (await changeSecret({ type: 'set', name, value, keep: 'device' }));
  if (!isTaken) return;
  const {
    workspace: { variables },
  } = session.getState();
  update({
    workspace: {
      variables: variables.map((each) => (each.name === name ? { name, value: '', isSecret: true } : each)),
    },
  });
}

type SecretEngine = Pick<EngineWorker, 'changeSecret' | 'answerSecret'>;

async function ask(request: (engine: SecretEngine) => Promise<string | null>): Promise<boolean> {
  const engine = enginePort()?.engine;
  if (engine === undefined) return false;
  try {
    const refusal = await request(engine);
    if (refusal !== null) notify({ kind: 'error', message: refusal });
    return refusal === null;
  } catch (error) {
    ignoreWorkerExit(error);
    return false;
  }
}
