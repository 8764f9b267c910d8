import { assertNever, err, ok, type Result } from '../../../base/index.ts';
import { type AuthorizeSecret, coversUse, type SecretGrant, type SecretKeeper } from '../../../effects/index.ts';
import type { SecretAnswer, SecretChange, SecretQuestion, SecretState, Variable } from '../protocol/protocol.ts';

interface Pending {
  readonly question: SecretQuestion;
  readonly settle: (isAllowed: boolean) => void;
}

/** What a person said of one use of a secret. */
interface Answered {
  readonly grant: SecretGrant;
  readonly isAllowed: boolean;
}

/** Which run asks. */
export interface Asking {
  readonly runId: string;
  readonly path: string;
  /** The name of the file that the run came from; absent for one that was started here. */
  readonly importedFrom?: string;
}

/**
 * Where secrets are set and asked for: the page sees names, places and questions, never a value. A question stays until a
 * person answers it or the call behind it ends; the same one is asked once, however many calls wait for it.
 */
export class SecretDesk {
  readonly #keeper: SecretKeeper;
  readonly #pending = new Map<string, Set<Pending>>();
  /** Answers for one run (`once`, `never`), by run and name; for every run, under no id, where the keeper does not have the secret. */
  readonly #answers = new Map<string, Answered[]>();
  #listener: ((state: SecretState) => void) | null = null;

  constructor(keeper: SecretKeeper) {
    this.#keeper = keeper;
  }

  /** Settles once what the device holds is read. */
  ready(): Promise<void> {
    return this.#keeper.ready();
  }

  /** Sets the one listener, and tells it how things stand. */
  async subscribe(listener: (state: SecretState) => void): Promise<void> {
    this.#listener = listener;
    await this.#keeper.ready();
    this.tell();
  }

  /** Tells the page how things stand. */
  tell(): void {
    const questions = [...this.#pending.values()].flatMap(([first]) => (first === undefined ? [] : [first.question]));
    this.#listener?.({ secrets: this.#keeper.list(), questions });
  }

  /** Variables whose secrets have the values kept here, read when they are needed. */
  fill(variables: readonly Variable[]): readonly Variable[] {
    const keeper = this.#keeper;
    return variables.map((variable) => {
      const { name, isSecret } = variable;
      if (!isSecret || variable.value !== '') return variable;
      return {
        name,
        isSecret,
        get value() {
          return keeper.valueOf(name) ?? '';
        },
      };
    });
  }

  /** Refused in words for the person. */
  async change(change: SecretChange): Promise<Result<null, string>> {
    const changed = await this.#apply(change);
    if (changed.ok) this.#settleGiven();
    return changed;
  }

  /** What a run asks before a secret goes anywhere. */
  authorizerOf({ runId, path, importedFrom }: Asking): AuthorizeSecret {
    // Nothing else that a run has may reach the page with its questions.
    const run = { runId, path, ...(importedFrom === undefined ? {} : { importedFrom }) };
    return async ({ name, origin, as, signal }) => {
      await this.#keeper.ready();
      const asked = { ...run, name, origin, as };
      if (origin === null) return this.#keeper.valueOf(name) !== undefined || this.#ask(asked, signal);
      if (this.#keeper.isGranted(name, { origin, as })) return true;
      return this.#answered(run.runId, name, { origin, as }) ?? this.#ask(asked, signal);
    };
  }

  /** A person's answer to a question. */
  async answer(id: string, answer: SecretAnswer): Promise<Result<null, string>> {
    const [first] = this.#pending.get(id) ?? [];
    if (first === undefined) return ok(null);
    const { name, origin, as, runId } = first.question;
    if (origin !== null) {
      const grant = { origin, as };
      if (answer === 'always') {
        const secret = this.#keeper.list().find((each) => each.name === name);
        const granted = secret && (await this.#keeper.grant(name, [...secret.grants, grant]));
        if (granted !== undefined && !granted.ok) return granted;
        if (granted === undefined) this.#note('', name, { grant, isAllowed: true });
      } else this.#note(runId, name, { grant, isAllowed: answer === 'once' });
    }
    this.#settle(id, answer !== 'never' && (origin !== null || this.#keeper.valueOf(name) !== undefined));
    return ok(null);
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
        this.tell();
      };
      const pending: Pending = { question: { ...asked, id }, settle };
      waiting.add(pending);
      this.#pending.set(id, waiting);
      signal.addEventListener('abort', stop, { once: true });
      this.tell();
    });
  }

  /** What was answered before; undefined where nothing was. */
  #answered(runId: string, name: string, wanted: SecretGrant): boolean | undefined {
    const answers = [runId, ''].flatMap((run) => this.#answers.get(JSON.stringify([run, name])) ?? []);
    const matching = answers.filter(({ grant, isAllowed }) =>
      isAllowed ? coversUse(grant, wanted) : coversUse(grant, wanted) && grant.as === wanted.as,
    );
    return matching.at(-1)?.isAllowed;
  }

  #note(runId: string, name: string, answered: Answered): void {
    const key = JSON.stringify([runId, name]);
    this.#answers.set(key, [...(this.#answers.get(key) ?? []), answered]);
  }

  #settle(id: string, isAllowed: boolean): void {
    for (const { settle } of this.#pending.get(id) ?? []) settle(isAllowed);
  }

  /** Questions for a value are answered by setting it, and those for a place by granting it. */
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
