export declare const START: '__start__';
export declare const END: '__end__';

export declare class Send {
  readonly node: string;
  constructor(node: string, state: unknown);
}

export declare class MemorySaver {
  deleteThread(id: string): Promise<void>;
}

export declare class StateGraph {
  readonly channels: unknown;
  constructor(state: StateShape);
}

interface StateShape {
  readonly spec: unknown;
}

interface Channel<Value> {
  readonly reducer: (value: Value, next: Value) => Value;
  readonly default: () => Value;
}

export declare const Annotation: {
  <Value>(channel: Channel<Value>): unknown;
  Root(channels: Readonly<Record<string, unknown>>): StateShape;
};
