import { baseOf, type Files, type Finding, type StoredProposal } from '../../author/index.ts';
import type { JsonObject } from '../../base/index.ts';
import type { AuthorContext, AuthorTool, ToolAnswer } from '../tools/AuthorTool.ts';
import { BUDGET, budgetOf } from '../tools/budget.ts';
import { PATH } from '../tools/findFile.ts';
import { CHANGES, CHANGES_ABOUT, judgeProposal, pathsOf, readProposal, refuseFile } from '../tools/judgeProposal.ts';
import type { Conversation, ConversationPorts } from './Conversation.ts';

/** The id by which tools look at what a conversation has proposed so far. */
const OWN = 'current';

const NO_ROUNDS: Finding = {
  code: 'NO_ROUNDS_LEFT',
  place: '',
  message: 'You have no proposals left.',
  next: 'Answer without a tool: say what you propose and which parts of the request it does not cover.',
};

/** What one conversation proposes: each proposal that applies takes the place of the one before, and after some rounds there are no more. */
export class Proposing {
  readonly #files: Files;
  readonly #prove: ConversationPorts['prove'];
  #left: number;
  #last: StoredProposal | null = null;
  #isRefused = false;

  constructor({ files, rounds }: Pick<Conversation, 'files' | 'rounds'>, { prove }: Pick<ConversationPorts, 'prove'>) {
    this.#files = files;
    this.#prove = prove;
    this.#left = rounds + 1;
  }

  /** The last proposal that applies; null: none did. */
  get last(): StoredProposal | null {
    return this.#last;
  }

  /** Whether one that came after {@link last} was refused. */
  get isRefused(): boolean {
    return this.#isRefused;
  }

  /** What a conversation has proposed, as tools look at what waits. */
  get waiting(): AuthorContext['proposals'] {
    return {
      list: async () => ({ waiting: this.#last === null ? [] : [this.#last] }),
      get: async (id) => (id === OWN ? this.#last : null),
    };
  }

  get tool(): AuthorTool {
    return {
      name: 'propose',
      title: 'Propose changes',
      about: `Proposes changes for the person to accept: nothing is written before that. ${CHANGES_ABOUT}`,
      input: { properties: { path: PATH, ...CHANGES, budget: BUDGET }, required: ['path', 'why', 'changes'] },
      isReading: false,
      answer: (args) => this.#propose(args),
    };
  }

  async #propose(args: JsonObject): Promise<ToolAnswer> {
    if (this.#left === 0) return { says: {}, findings: [NO_ROUNDS] };
    this.#left -= 1;
    const proposal = readProposal(args, '');
    const refused = pathsOf(proposal).flatMap((path) => refuseFile(path, this.#files) ?? []);
    const judged = refused.length > 0 ? { findings: refused } : judgeProposal(this.#files, proposal, budgetOf(args));
    const left = { rounds_left: this.#left };
    this.#isRefused = 'findings' in judged;
    if ('findings' in judged) {
      const { findings, told } = { told: undefined, ...judged };
      return { says: { proposed: false, ...left }, findings, ...(told === undefined ? {} : { fromFiles: told }) };
    }
    const { plan, told, gone } = judged;
    this.#last = { id: OWN, at: '', proposal, base: baseOf(this.#files, plan) };
    const { says, fromFiles } = await this.#prove(this.#files, plan.files);
    const next =
      'If this does what was asked and nothing is to be corrected, answer now without a tool. Else propose all changes again: the new proposal takes the place of this one.';
    return {
      says: { proposed: true, proposal: OWN, ...left, ...(gone > 0 ? { problems_gone: gone } : {}), ...says, next },
      fromFiles: { ...told, ...fromFiles },
    };
  }
}
