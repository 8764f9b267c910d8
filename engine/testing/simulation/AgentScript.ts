/** Where the server's bad reply meets an agent: when it recalls, at its first turn, at its first tools, when it remembers. */
export type FaultPlace = 'recall' | 'model' | 'tool' | 'remember';

/** How a model plays its part in one task, whatever the attempt. */
export interface AgentScript {
  /** Turns in which it asks for tools; {@link MOST_REQUESTS} end the attempt. */
  readonly turns: number;
  /** Whether it asks for two tools in one turn. */
  readonly asksTwice: boolean;
  /** Whether it also replaces its working memory in its first turn with tools. */
  readonly takesNotes: boolean;
  /** Answers that do not fit the schema before the one that does; more than {@link MOST_REPAIRS} end the attempt. */
  readonly misfits: number;
  readonly faultAt: FaultPlace;
}

/** Turns with tools of an agent that is to come to an end. */
export const MOST_STEPS = 2;

/** How often an answer that does not fit is sent back (format.md section 9). */
export const MOST_REPAIRS = 2;

/** `config.max_steps` of the agent: its turns with tools, the answers that are sent back, and the last one. */
export const MOST_REQUESTS = MOST_STEPS + MOST_REPAIRS + 1;
