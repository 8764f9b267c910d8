/** A beginning of a conversation that a client offers its user. */
export interface McpPrompt {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly takes: readonly { readonly name: string; readonly about: string; readonly isRequired: boolean }[];
  /** What the user says by it. */
  readonly say: (args: Readonly<Record<string, string>>) => string;
}

const PATH = { name: 'path', about: 'a workflow, such as flows/orders.yaml', isRequired: true } as const;

/** The prompts of `signalbox mcp`. */
export const PROMPTS: readonly McpPrompt[] = [
  {
    name: 'new-workflow',
    title: 'Write a workflow',
    about: 'Writes a workflow and its tests from a sentence',
    takes: [{ name: 'request', about: 'what it is to do', isRequired: true }],
    say: ({ request = '' }) =>
      `Write a Signalbox workflow that does this: ${request}\n\nLook at list for how files here are called, look words up with describe, and propose the workflow and a test file next to it (NAME.test.yaml) in one proposal. Try it with draft first. Say what you omitted.`,
  },
  {
    name: 'fix-problems',
    title: 'Fix what check finds',
    about: 'Proposes fixes for the findings of a workflow',
    takes: [PATH],
    say: ({ path = '' }) =>
      `Read what check says of ${path}. For each finding that is a fault, propose the smallest change that fixes it; describe explains a code. Leave findings that are intended, and say which and why.`,
  },
  {
    name: 'handle-failures',
    title: 'Handle failures',
    about: 'Drills a workflow and proposes what handles its failures',
    takes: [PATH],
    say: ({ path = '' }) =>
      `Drill ${path}. For each fault that is unhandled, hangs, repeats something or leaks, say whether it matters here, and propose retries, timeouts and error routes for those that do, with a test for each.`,
  },
];
