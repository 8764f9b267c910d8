/** What happens in a machine, as its inspector hears of it. */
export interface InspectionEvent {
  readonly type: string;
  readonly event?: unknown;
}

interface Context {
  readonly n: number;
  readonly outputs: Readonly<Record<string, number | string>>;
}

interface Actor {
  start(): Actor;
  getSnapshot(): { readonly status: string; readonly context: Context };
}

export function assign(
  assignment: (state: { context: Context; event: { output: number } }) => Partial<Context>,
): unknown;
export function createMachine(config: Readonly<Record<string, unknown>>): object;
export function createActor(machine: object, options: { inspect: (event: InspectionEvent) => void }): Actor;
export declare const fromPromise: <Output, Input>(
  logic: (context: { input: Input }) => Promise<Output>,
) => { readonly input: Input; readonly output: Output };
export function toPromise(actor: Actor): Promise<unknown>;
