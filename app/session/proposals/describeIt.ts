import type { JsonObject } from '#engine/values';
import type { OutboundEngine } from '#engine/worker';
import { notifyFailure, reachOut } from '../document/engine.ts';
import { createFile } from '../document/files.ts';
import { session } from '../store/store.ts';
import { setPanel } from '../store/view.ts';
import { loadPrices, plainPrices } from '../workspace/prices.ts';
import { holdProposal } from './heldProposals.ts';
import { lookAtProposals } from './proposals.ts';

type AuthorAnswer = Awaited<ReturnType<OutboundEngine['askAuthor']>>;

/** A call of the model, or of a tool that it asked for. */
export type ConversationStep = Parameters<Parameters<OutboundEngine['askAuthor']>[1]>[0];

/** A model that can be asked. */
export interface AskedModel {
  /** What it is called, such as `openai gpt-4.1`. */
  readonly name: string;
  /** The `config` of an agent, as in a file. */
  readonly config: JsonObject;
  /** The file whose agent has it, which has to be trusted; null: the person wrote it. */
  readonly from: string | null;
}

/** What a person is about to ask. */
export interface Wish {
  readonly text: string;
  /** The run that it is about; null: none. */
  readonly run: { readonly id: string; readonly path: string } | null;
}

/** A conversation with a model, from its request to its answer. */
export interface Conversation {
  readonly request: string;
  readonly path: string;
  readonly model: string;
  readonly steps: readonly ConversationStep[];
  /** Null while the model is asked. */
  readonly answer: Pick<AuthorAnswer, 'said' | 'problem' | 'spent'> | null;
  /** The proposal that came of it, by its id; null: there is none. */
  readonly proposal: string | null;
}

const NO_WISH: Wish = { text: '', run: null };

const listeners = new Set<() => void>();

const own = {
  wish: NO_WISH,
  conversation: null as Conversation | null,
  stop: null as (() => void) | null,
};

/** What is about to be asked. */
export function currentWish(): Wish {
  return own.wish;
}

/** The last conversation; null: there was none. */
export function currentConversation(): Conversation | null {
  return own.conversation;
}

/** Calls back after one of both changed. Answers with a function that stops that. */
export function onConversation(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Changes what is about to be asked. */
export function setWish(wish: Wish): void {
  own.wish = wish;
  for (const listener of listeners) listener();
}

/** Shows the panel in which a model is asked; `wish` is what it is to be asked, absent: what was there. */
export function openAssistant(wish?: Wish): void {
  if (wish !== undefined) setWish(wish);
  if (session.getState().document.activePath === null)
    createFile('workflow.yaml', { text: '', source: 'files.create' });
  setPanel('assistant');
}

/** Ends the conversation under way: nothing more is asked, and what was proposed so far is shown. */
export function stopConversation(): void {
  own.stop?.();
}

/**
 * Asks a model for a proposal about the active file, once the person trusts what is asked with it. Its calls are real and are bounded; nothing
 * is written. What it proposes waits with the other proposals.
 */
export async function describeIt({ text: request, run }: Wish, model: AskedModel, calls: number): Promise<void> {
  await loadPrices();
  const state = session.getState();
  const { activePath: path, workspace } = state.document;
  if (path === null || own.stop !== null) return;
  const { name: who, config, from } = model;
  show({ request, path, model: who, steps: [], answer: null, proposal: null });
  let end = doNothing;
  const stopped = new Promise<void>((resolve) => {
    end = resolve;
  });
  own.stop = end;
  const { variables, budget } = state.workspace;
  const asked = {
    request,
    path,
    files: workspace.files,
    runId: run !== null && run.path === path ? run.id : null,
    who: `Describe it (${who})`,
    config,
    variables,
    prices: plainPrices(state),
    limits: { ...budget, calls },
  };
  const defines = { agents: [{ id: 'author', use: 'core:agent', config }] };
  try {
    const onStep = (step: ConversationStep): void => change(({ steps }) => ({ steps: [...steps, step] }));
    const answer = await reachOut({ type: 'file', path: from ?? path, defines }, (engine) =>
      engine.askAuthor(asked, onStep, () => stopped),
    );
    if (answer === null) show(null);
    else await take(answer);
  } catch (error) {
    show(null);
    notifyFailure('The model was not asked.', error);
  } finally {
    end();
    own.stop = null;
  }
}

function doNothing(): void {
  // Until it is there.
}

async function take({ proposal, ...answer }: AuthorAnswer): Promise<void> {
  if (proposal !== null) {
    holdProposal(proposal.id, proposal.text);
    await lookAtProposals();
  }
  // What was asked in vain is asked again, and what was typed meanwhile is asked next.
  if (answer.problem === null && own.wish.text === own.conversation?.request) own.wish = NO_WISH;
  change(() => ({ answer, proposal: proposal?.id ?? null }));
}

function change(to: (conversation: Conversation) => Partial<Conversation>): void {
  if (own.conversation !== null) show({ ...own.conversation, ...to(own.conversation) });
}

function show(conversation: Conversation | null): void {
  own.conversation = conversation;
  for (const listener of listeners) listener();
}
