/** Which rooms there are, from low to high: what `importRules.mjs` makes its rules of, and `docs/architecture.md` tells. */

/** Rooms of the engine from low to high; rooms on one row are siblings and never import each other. */
export const ENGINE_ROWS = [
  ['base'],
  ['text', 'tools'],
  ['syntax'],
  ['model'],
  ['schema'],
  ['expression'],
  ['graph'],
  ['types'],
  ['convert'],
  ['serveConfig', 'testFile'],
  ['layout', 'check', 'edit', 'run'],
  ['language', 'bound', 'change', 'wire'],
  ['author'],
  ['effects'],
  ['driver'],
  ['proof'],
  ['authoring'],
  ['hosts'],
  ['service'],
  ['server'],
  ['cli'],
];

/** Rooms of the run machine, as {@link SUB_ROOM_ROWS}. */
const RUN_ROWS = [
  ['contract'],
  ['trace'],
  ['program'],
  ['state'],
  ['evaluate'],
  ['debugger'],
  ['requests'],
  ['memory'],
  ['uses', 'scheduler'],
  ['tasks'],
];

/**
 * Sub-rooms of the app's features, from low to high; siblings never import each other, files next to them are above all.
 * A name with its ending is a file next to the rooms that is below them.
 * @type {Readonly<Record<string, readonly (readonly string[])[]>>}
 */
export const FEATURE_ROWS = {
  ui: [
    ['icons.ts', 'lazyModule.ts', 'markHidden.ts'],
    ['base'],
    ['display'],
    ['feedback'],
    ['controls', 'menus', 'value'],
    ['layout'],
    ['reader', 'code'],
  ],
  canvas: [
    ['route'],
    ['model'],
    ['state'],
    ['large'],
    ['picture'],
    ['commands'],
    ['questions'],
    ['gestures'],
    ['annotations'],
    ['view'],
    ['compare'],
  ],
  inspector: [['language'], ['parts'], ['expression'], ['schema'], ['fields'], ['handlers'], ['forms']],
  runs: [
    ['parts'],
    ['form'],
    ['step'],
    ['history', 'start', 'timeline', 'items', 'search', 'summary', 'debug', 'compare'],
    ['report'],
  ],
};

/** Rooms inside rooms, from low to high; siblings never import each other. Files next to them are above all. */
export const SUB_ROOM_ROWS = {
  syntax: [['lines'], ['tree'], ['simple'], ['parsing', 'writing'], ['changes']],
  model: [['workflow'], ['imports']],
  expression: [['tree'], ['values'], ['functions'], ['parsing'], ['evaluating']],
  check: [['foreign'], ['subject'], ['rules/format', 'rules/flow', 'rules/resources', 'rules/values']],
  author: [['commands']],
  authoring: [['describe'], ['tools'], ['converse']],
  edit: [['find'], ['steps'], ['search'], ['rename'], ['offer'], ['commands'], ['wrap'], ['files']],
  proof: [
    ['cassette'],
    ['play'],
    ['judge', 'cover', 'save', 'backtest'],
    ['merge', 'drill', 'mutate', 'update', 'record', 'dataset'],
  ],
  change: [['match'], ['merge', 'align'], ['compare'], ['name'], ['picture']],
  language: [['places'], ['lineage', 'names', 'outline'], ['completion'], ['hover']],
  run: RUN_ROWS,
};

/**
 * Slices of the session, from low to high: what is set up in a workspace needs documents, runs need both and the servers that
 * execute some of them, storage keeps all of it, and addresses name places in it. Files next to them are above all.
 */
export const SESSION_ROWS = [
  ['store'],
  ['document'],
  ['workspace'],
  ['servers'],
  ['run'],
  ['relatedRuns'],
  ['runSteps', 'tests', 'backtest'],
  ['servedRuns'],
  ['history'],
  ['versions'],
  ['storage'],
  ['proposals', 'merges'],
  ['address'],
];

/** Rooms of the worker host, from low to high. Files next to them are above all. */
export const WORKER_ROWS = [
  ['platform', 'sandbox', 'facts'],
  ['protocol'],
  ['journal'],
  ['workspace'],
  ['run/record'],
  ['run/open'],
  ['run/execute'],
  ['children'],
  ['exported'],
  ['history', 'servers', 'proof'],
];
