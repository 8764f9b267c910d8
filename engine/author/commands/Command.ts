import type { DataMap, Json, JsonObject, Result } from '../../base/index.ts';
import type { Analysis } from '../../graph/index.ts';
import type { ContainerType, EdgeVia, TaskType } from '../../model/index.ts';
import type { Path, Refusal, Transaction } from '../../text/index.ts';

/** What a step edits: a file as it is now, and the workspace around it. */
export interface Subject {
  readonly path: string;
  readonly analysis: Analysis;
  /** Texts by path. */
  readonly files: ReadonlyMap<string, string>;
}

/** One command of the product on the text as the steps before left it. */
export type ChangeStep = (subject: Subject) => Result<Transaction, Refusal>;

/** The kinds of values that changes take, as they are once they were read. */
export interface KindValues {
  readonly text: string;
  readonly texts: readonly string[];
  readonly flag: boolean;
  readonly count: number;
  readonly value: Json;
  readonly map: DataMap;
  /** A way into a part; numbers as they are written, since only the text says whether they count a list. */
  readonly field: Path;
  readonly taskType: TaskType;
  readonly container: ContainerType;
  readonly exit: EdgeVia;
}

/** What a command takes under one key. */
export interface Parameter {
  readonly kind: keyof KindValues;
  readonly about: string;
  readonly isOptional?: true;
}

type ParameterMap = Readonly<Record<string, Parameter>>;

type ArgumentsOf<S extends ParameterMap> = {
  readonly [K in keyof S]: S[K] extends { readonly isOptional: true }
    ? KindValues[S[K]['kind']] | undefined
    : KindValues[S[K]['kind']];
};

/**
 * When a change is tried, whatever its place in the list: text edits find what was written before anything else moved, parts are
 * there before something names them, and go, or change their names, after everything about them.
 */
export const PHASES = { text: 0, add: 1, set: 2, connect: 3, cut: 4, remove: 5, rename: 6 } as const;

interface CommandSpec<S extends ParameterMap> {
  /** One sentence. */
  readonly about: string;
  readonly phase: keyof typeof PHASES;
  readonly takes: S;
  readonly example: JsonObject;
  readonly steps: (args: ArgumentsOf<S>) => readonly ChangeStep[];
}

/** A command as proposals name it; `steps` takes what `readArguments` answers for `takes`. */
export interface Command extends Omit<CommandSpec<ParameterMap>, 'steps'> {
  readonly steps: (args: Readonly<Record<string, unknown>>) => readonly ChangeStep[];
}

/** Declares a command: its parameters give its arguments their types. */
export function defineCommand<const S extends ParameterMap>(spec: CommandSpec<S>): Command {
  // Only readArguments makes them, by the same `takes`.
  return { ...spec, steps: (args) => spec.steps(args as ArgumentsOf<S>) };
}
