import type { InvocationId } from '@restatedev/restate-sdk';
import type { Json } from '../../base/index.ts';
import type { RunInputDraft, RunPlace, StartedHead } from '../../hosts/node/index.ts';
import type {
  Budget,
  Call,
  ChildReport,
  Missing,
  ModelPrice,
  Outcome,
  PauseReason,
  RunError,
} from '../../run/index.ts';
import type { RunFigures } from '../figures.ts';
import type { OpenWait, ServedRun } from '../RunService.ts';

/** Names of the Restate services. A run and its mailbox are virtual objects with the id of the run as their key. */
export const SERVICES = {
  run: 'SignalboxRun',
  mailbox: 'SignalboxMailbox',
  calls: 'SignalboxCalls',
  /** Keyed by the id of an outermost run. */
  family: 'SignalboxFamily',
} as const;

/** How long an invocation may take without progress: as long as the longest call. In ms. */
export const CALL_TIMES = { inactivityTimeout: 10 * 60_000, abortTimeout: 24 * 3600_000 } as const;

/** What `begin` of a run is given: all that it depends on. */
export interface RunBeginning {
  readonly head: StartedHead;
  /** The name of the workflow in the folder. */
  readonly workflow: string;
  readonly trigger: string | null;
  readonly queuedAt: number;
  /** As in `RunStart`. Absent: 0. */
  readonly depth?: number;
  /** Of a run that another one starts. */
  readonly around?: Around;
}

/** State `around` of a run that another one has started: what it has of those around it. */
export interface Around {
  /** Names of the variables that are secrets in one of them. */
  readonly secrets: readonly string[];
  /** Names of the guessable secrets that they had used when it was begun. */
  readonly exposed: readonly string[];
}

/** State `below` of a run: keys of its calls that have started others which have not ended. */
export interface Below {
  readonly live: readonly string[];
  /** The call was aborted: its run is being cancelled. */
  readonly ending: readonly string[];
}

/** One in the state `long` of a run: a call that another invocation makes, and the awakeable that aborts it. */
export interface LongCall {
  readonly key: string;
  readonly abort: string;
}

/**
 * State `row` of a run: small, since lists read it of all runs. It is written after what it counts: it says which chunks
 * and which checkpoint are whole.
 */
export interface RunRow
  extends Pick<
      ServedRun,
      'workflow' | 'status' | 'queuedAt' | 'startedAt' | 'endedAt' | 'trigger' | 'parent' | 'paused'
    >,
    // Rows of earlier versions have none.
    Partial<RunFigures> {
  /** How many runs have led to it, as in `RunStart`. Absent: none. */
  readonly depth?: number;
  /** Set while it is paused because something is missing for a call, or (`child`) for one of a run inside. */
  readonly blocked?: Missing | 'child';
  /** How many inputs and events are recorded. */
  readonly inputs: number;
  readonly events: number;
  /** How many chunks of the journal there are: `chunk.0` and so on. */
  readonly chunks: number;
  /** The state `checkpoint`, with the number of chunks that it covers; null: there is none. */
  readonly checkpoint: { readonly chunks: number; readonly size: number } | null;
  /** Keys of pending calls that were not made yet. */
  readonly held: readonly string[];
  /** Keys of calls that were cut off, about which a person is asked. */
  readonly asked: readonly string[];
  /** How many runs that it has started have not ended: they are in the state `below`. Absent: none. */
  readonly below?: number;
  /** How many calls are in the state `long`. Absent: none. */
  readonly long?: number;
}

/** State `end` of a run that has ended. Placeholders of secrets are not masked in it. */
export interface RunEnd {
  readonly output: Json;
  readonly error: RunError | null;
}

/** State `waits`: the signals that an unfinished run waits for. */
export type RunWaits = readonly Omit<OpenWait, 'runId' | 'workflow'>[];

/** What the handler `read` of a run answers. */
export interface StoredRun {
  readonly row: RunRow;
  readonly end: RunEnd | null;
}

/** What `begin` of a run answers. */
export interface Begun {
  readonly isNew: boolean;
  readonly row: RunRow;
  /** The invocation that executes it first; null: it was begun before. */
  readonly drive: InvocationId | null;
}

/** What reaches a run from outside of its own invocation; `at` in ms since the epoch, where it arose. */
export type Mail =
  /** A signal, a pause, a cancel. */
  | { readonly type: 'input'; readonly at: number; readonly input: RunInputDraft }
  /** `repeat`: whether calls that were cut off are made again; null: nothing is said of them. */
  | {
      readonly type: 'resume';
      readonly at: number;
      readonly repeat: 'yes' | 'no' | null;
      /** From the run around it: what is left of the budget. */
      readonly left?: Budget;
    }
  /** A run that a call has started tells what it has used, or that those around it are to be paused. */
  | {
      readonly type: 'child';
      readonly at: number;
      readonly key: string;
      readonly child: ChildReport;
      readonly pauses: PauseUp | null;
      /** Its host lacks something. */
      readonly blocked?: boolean;
    }
  /** What became of a call that another invocation makes. */
  | ({ readonly type: 'call'; readonly key: string } & Performed)
  /** A call that another invocation makes takes long: the awakeable aborts it. */
  | ({ readonly type: 'long' } & LongCall)
  /** A timer of the run is due. */
  | { readonly type: 'alarm'; readonly at: number };

/** Why a run has those around it paused. */
export type PauseUp = Extract<PauseReason, 'budget' | 'child' | 'interrupted'>;

/**
 * What became of a call: its outcome, or that it was cut off and it is not known whether it arrived. One of `core:workflow`
 * answers with the run that is to begin.
 */
export type Performed =
  | { readonly at: number; readonly outcome: Outcome }
  | { readonly at: number; readonly begins: RunBeginning }
  | { readonly at: number; readonly isCutOff: true };

/** A call that is made by a stateless invocation, on any worker. */
export interface SentCall {
  readonly runId: string;
  readonly call: Call;
  /** What the values of secrets in it are found by: see `openVault`. */
  readonly salt: string;
  readonly secrets: readonly string[];
  /** Names of the guessable secrets that the run has used. */
  readonly exposed: readonly string[];
  /** For the run that a call of `core:workflow` starts. */
  readonly frame: ChildFrame;
}

/** What a run that a call starts takes from the one around it, besides its secrets. */
export interface ChildFrame {
  readonly place: RunPlace;
  readonly prices: readonly ModelPrice[];
  /** What is left for it. */
  readonly budget: Budget;
  /** It begins no earlier, in ms since the epoch. */
  readonly since: number;
}

/** What a run tells its mailbox when its invocation ends. */
export interface Leave {
  /** The awakeable that was armed last; null: none. */
  readonly listener: string | null;
  /** True: another invocation of the run follows at once. */
  readonly again: boolean;
  /** When the run is to be woken, in ms since the epoch; null: not by time. */
  readonly alarm: number | null;
}

/** An alarm of a mailbox, by its number; `at` in ms since the epoch. */
export interface Ring {
  readonly alarm: number;
  readonly at: number;
}

/** Where mail is that came meanwhile. */
export interface Left {
  readonly mail: readonly Mail[];
  /** The awakeable was resolved: it has the mail. */
  readonly isDelivered: boolean;
}
