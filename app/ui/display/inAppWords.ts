/** What checks say in keys of the format, and what is pressed in the app instead. Each finds the end of one sentence. */
const WORDS: readonly (readonly [said: RegExp, words: string])[] = [
  [
    /^Nothing leads to .*, so it never runs\. Name it in .*$/s,
    'Not connected yet: draw a line to it, or it never runs.',
  ],
  [/Add "tasks", or "use"\.$/, 'Put a task into it, or choose what it uses.'],
  [/Add "default" to set where to go then\.$/, 'Connect its default to a task or to the end.'],
  [
    /, and neither "with" nor a handler that leads to ".*" passes it\.$/s,
    ', and neither its input nor a line passes it.',
  ],
  [
    /, which neither "with" nor a handler that leads here passes: a run fails here\./,
    ', which neither its input nor a line that leads here passes: a run fails here.',
  ],
  [
    /declare it in “schema: \{ input: … \}” of the workflow\.$/,
    'declare it as an input in the settings of the workflow.',
  ],
  [/Say with "action" which one runs\.$/, 'Choose its action.'],
  [/Add "config" with a provider and a model\.$/, 'Choose a provider and a model.'],
  [/: define an agent under "agents" and use "agent:" and its id\./, ': add an agent, then choose it under “Uses”.'],
  [
    /Add "join: all" to wait for all of them and run once\.$/,
    'Turn on “Join all” to wait for all of them and run once.',
  ],
];

/**
 * What a check says, in the words of the app where its sentence names a key that a person who draws never sees. The text pane shows
 * messages as they are: there the keys are what is written.
 */
export function inAppWords(message: string): string {
  return WORDS.reduce((text, [said, words]) => text.replace(said, () => words), message);
}
