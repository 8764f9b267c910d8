type Values = Readonly<Record<string, unknown>>;

/** Tasks by name; each requires and provides values. */
export interface FlowSpec {
  readonly tasks: Readonly<
    Record<
      string,
      {
        readonly requires?: string[];
        readonly provides?: string[];
        readonly resolver?: { readonly name: string; readonly params?: Values; readonly results?: Values };
      }
    >
  >;
}

export declare const FlowManager: {
  installLogger(logger: { log: (entry: object) => void }): void;
  run(
    spec: FlowSpec,
    values: Values,
    expected: string[],
    resolvers: Readonly<Record<string, (values: never) => Values>>,
  ): Promise<unknown>;
};
