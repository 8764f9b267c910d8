import type { Analysis } from '../../graph/index.ts';
import type { Call } from '../../run/index.ts';
import { agentToolOf } from '../play/Answers.ts';

/** Which call of a tool of an agent it is: the tool by the name that the model knows, and which call of that tool it is in one conversation, from 1. */
export interface ToolPlace {
  readonly tool: string;
  readonly call: number;
}

/** Counts the calls of the tools of agents while a run is played. A call that is made again is the same call. */
export class ToolPlaces {
  readonly #analysis: Analysis;
  /** By the keys of calls. */
  readonly #places = new Map<string, ToolPlace | null>();
  readonly #counts = new Map<string, number>();

  constructor(analysis: Analysis) {
    this.#analysis = analysis;
  }

  /** Null for calls of models, and of tasks that use no agent. */
  placeOf(call: Call): ToolPlace | null {
    const known = this.#places.get(call.key);
    if (known !== undefined) return known;
    const place = this.#count(call);
    this.#places.set(call.key, place);
    return place;
  }

  #count(call: Call): ToolPlace | null {
    const tool = agentToolOf(this.#analysis, call);
    if (tool === null) return null;
    const name = `${call.key.slice(0, call.key.lastIndexOf('/'))} ${tool}`;
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    return { tool, call: count };
  }
}

/** What a place of a drill is called: a task, `pay`; or a call of a tool of its agent, `decide/pay`, from the second on `decide/pay#2`. */
export function placeName({ task, of }: { readonly task: string; readonly of: ToolPlace | null }): string {
  if (of === null) return task;
  return `${task}/${of.tool}${of.call === 1 ? '' : `#${of.call}`}`;
}
