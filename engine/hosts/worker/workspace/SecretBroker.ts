import { assertNever, err, type Result } from '../../../base/index.ts';
import { type AuthorizeSecret, coversUse, type SecretGrant, type SecretKeeper } from '../../../effects/index.ts';
import type { SecretAnswer, SecretChange, SecretQuestion, SecretState, Variable } from '../protocol/protocol.ts';

interface Pending {
  readonly question: SecretQuestion;
  readonly settle: (isAllowed: boolean) => void;
}

/** The user's decision on one use of a secret. */
interface SecretDecision {
  readonly grant: SecretGrant;
  readonly isAllowed: boolean;
}

/** The run that asks. */
export interface SecretAsker {
  readonly runId: string;
  readonly path: string;
  /** The name of the file that the run was imported from; absent for one that was started here. */
  readonly importedFrom?: string;
}

/**
 * Changes secrets for the page and asks it questions: the page sees names, origins and questions, never a value. A question
 * is open until the user answers it or its call ends; equal questions of several calls are asked once.
 */
export class SecretBroker {
  readonly #keeper: SecretKeeper;
  readonly #pending = new Map<string, Set<Pending>>();
  /** Decisions by run id and name: `once` and `never` for one run; `always`, under an empty id, for a secret that the keeper does not have. */
  readonly #answers = new Map<string, SecretDecision[]>();
  #listener: ((state: SecretState) => void) | null = null;

  constructor(keeper: SecretKeeper) {
    this.#keeper = keeper;
  }

  /** Resolves once the stored secrets are read. */
  ready(): Promise<void> {
    return this.#keeper.ready();
  }

  /** Sets the one listener, and sends it the current state. */
  async subscribeSecrets(listener: (state: SecretState) => void): Promise<void> {
    this.#listener = listener;
    await this.#keeper.ready();
    this.notify();
  }

  /** Sends the current state to the page. */
  notify(): void {
    const questions = [...this.#pending.values()].flatMap(([first]) => (first === undefined ? [] : [first.question]));
    this.#listener?.({ secrets: this.#keeper.list(), questions });
  }

  /** Variables, of which the secrets without a value read theirs from the keeper. */
  fill(variables: readonly Variable[]): readonly Variable[] {
    return variables.map((variable) => {
      const { name, value, isSecret } = variable;
      return isSecret && value === ''
        ? { name, value, isSecret, read: () => this.#keeper.valueOf(name) ?? '' }
        : variable;
    });
  }

  /** Changes a secret. Answers with a message for the user where it is refused, else null. */
  async changeSecret(change: SecretChange): Promise<string | null> {
    const changed = await this.#apply(change);
    if (changed.ok) this.#settleGiven();
    return changed.ok ? null : changed.error;
  }

  /** What a run calls before a secret is sent anywhere. */
  authorizerOf({ runId, path, importedFrom }: SecretAsker): AuthorizeSecret {
    // Questions to the page contain only these fields of a run.
    const run = { runId, path, ...(importedFrom === undefined ? {} : { importedFrom }) };
    return async ({ name, origin, as, signal }) => {
      await this.#keeper.ready();
      const asked = { ...run, name, origin, as };
      if (origin === null) return this.#keeper.valueOf(name) !== undefined || this.#ask(asked, signal);
      if (this.#keeper.isGranted(name, { origin, as })) return true;
      return this.#findDecision(run.runId, name, { origin, as }) ?? this.#ask(asked, signal);
    };
  }

  /** Handles the user's answer to a question. Answers as {@link changeSecret}. */
  async answerSecret(id: string, answer: SecretAnswer): Promise<string | null> {
    const [first] = this.#pending.get(id) ?? [];
    if (first === undefined) return null;
    const { name, origin, as, runId } = first.question;
    if (origin !== null) {
      const grant = { origin, as };
      if (answer === 'always') {
        const secret = this.#keeper.list().find((each) => each.name === name);
        const granted = secret && (await this.#keeper.grant(name, [...secret.grants, grant]));
        if (granted !== undefined && !granted.ok) return granted.error;
        if (granted === undefined) this.#note('', name, { grant, isAllowed: true });
      } else this.#note(runId, name, { grant, isAllowed: answer === 'once' });
    }
    this.#settle(id, answer !== 'never' && (origin !== null || this.#keeper.valueOf(name) !== undefined));
    return null;
  }

  #ask(asked: Omit<SecretQuestion, 'id'>, signal: AbortSignal): Promise<boolean> {
    const { name, origin, as, runId } = asked;
    const id = JSON.stringify(origin === null ? [name] : [runId, name, origin, as]);
    return new Promise((resolve) => {
      const waiting = this.#pending.get(id) ?? new Set();
      const stop = (): void => settle(false);
      const settle = (isAllowed: boolean): void => {
        signal.removeEventListener('abort', stop);
        waiting.delete(pending);
        if (waiting.size === 0) this.#pending.delete(id);
        resolve(isAllowed);
        this.notify();
      };
      const pending: Pending = { question: { ...asked, id }, settle };
      waiting.add(pending);
      this.#pending.set(id, waiting);
      signal.addEventListener('abort', stop, { once: true });
      this.notify();
    });
  }

  /** The earlier decision; undefined without one. */
  #findDecision(runId: string, name: string, wanted: SecretGrant): boolean | undefined {
    const answers = [runId, ''].flatMap((run) => this.#answers.get(JSON.stringify([run, name])) ?? []);
    const matching = answers.filter(({ grant, isAllowed }) =>
      isAllowed ? coversUse(grant, wanted) : coversUse(grant, wanted) && grant.as === wanted.as,
    );
    return matching.at(-1)?.isAllowed;
  }

  #note(runId: string, name: string, answered: SecretDecision): void {
    const key = JSON.stringify([runId, name]);
    this.#answers.set(key, [...(this.#answers.get(key) ?? []), answered]);
  }

  #settle(id: string, isAllowed: boolean): void {
    for (const { settle } of this.#pending.get(id) ?? []) settle(isAllowed);
  }

  /** Settles questions that a change has answered: for a value by setting it, for an origin by granting it. */
  #settleGiven(): void {
    for (const [id, [first]] of this.#pending) {
      if (first === undefined) continue;
      const { name, origin, as } = first.question;
      const isGiven =
        origin === null ? this.#keeper.valueOf(name) !== undefined : this.#keeper.isGranted(name, { origin, as });
      if (isGiven) this.#settle(id, true);
    }
  }

  async #apply(change: SecretChange): Promise<Result<null, string>> {
    await this.#keeper.ready();
    switch (change.type) {
      case 'set':
        return change.value === ''
          ? err('The value is empty.')
          : this.#keeper.set(change.name, change.value, change.keep);
      case 'keep':
        return this.#keeper.keep(change.name, change.keep);
      case 'grant':
        return this.#keeper.grant(change.name, change.grants);
      case 'remove':
        return this.#keeper.remove(change.name);
      case 'unlock':
        return this.#keeper.unlock(change.passphrase);
      default:
        return assertNever(change);
    }
  }
}
