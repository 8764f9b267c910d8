import type { RequestListener } from 'node:http';

/** One hostile input, as the command line meets it. */
export interface Bomb {
  readonly name: string;
  /** Arguments before the file; by default `run`. */
  readonly args?: readonly string[];
  /** The file, `flow.yaml`. `{{URL}}` is replaced by the address of the server. */
  readonly text: string;
  /** Other files next to it. */
  readonly files?: Readonly<Record<string, string>>;
  /** What answers at `{{URL}}`. */
  readonly serve?: RequestListener;
  /**
   * How it must end: a run with success, or with one of these error codes (of the run, or of a check that keeps it from
   * running). Either is right where `success` is among others.
   */
  readonly ends: readonly string[];
  /** What it may hold of memory beyond an idle run, in MB, where that is more than for others. */
  readonly memory?: number;
  /** What its details, or its message, must hold. */
  readonly says?: RegExp;
  /**
   * How it differs in `npm test`: just beyond the limit that it reaches, which it names. Null: another test there reaches the same limit.
   * Absent: it takes little as it is.
   */
  readonly short?: Partial<Bomb> | null;
}

/** Bombs in the form that they have in `npm test`. */
export function toShort(bombs: readonly Bomb[]): readonly Bomb[] {
  return bombs.flatMap(({ short, ...bomb }) => (short === null ? [] : { ...bomb, ...short }));
}

type Plain = null | boolean | number | string | readonly Plain[] | { readonly [key: string]: Plain };

/** A workflow as text: JSON is YAML. */
export function flow(document: Plain): string {
  return JSON.stringify(document);
}

/** A workflow of one task that uses a built-in, and answers with the length of what came. */
export function use(name: string, input: Plain, config: Plain = {}): string {
  return flow({
    tools: [{ id: 't', use: name, config, schema: { input: {}, output: {} } }],
    tasks: [{ id: 'a', type: 'basic', use: 'tool:t', with: input }],
    outputs: { done: '{{ tasks.a.status }}' },
  });
}

/** A workflow whose one task has an expression in its input. */
export function expression(source: string, input: Plain = {}): string {
  return flow({
    tasks: [{ id: 'a', type: 'basic', with: { value: `{{ ${source} }}`, given: input } }],
    outputs: { done: '{{ tasks.a.status }}' },
  });
}
