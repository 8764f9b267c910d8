/**
 * Who may import whom (docs/architecture.md). `tools/importRules.test.ts` plants one violation per rule and sees it
 * caught. Patterns are regular expressions on paths from the root; `$1` in `to` is the first group of `from.path`.
 *
 * @typedef {{ path: string, pathNot?: string }} Pattern
 * @typedef {{ name: string, comment: string, from: Pattern, to: Pattern }} ImportRule
 */
import { ENGINE_ROWS, FEATURE_ROWS, SESSION_ROWS, SUB_ROOM_ROWS, WORKER_ROWS } from './rooms.mjs';

/** Most sources in one folder of `engine/` and `app/`; tests, what only tests import, and styles do not count. */
export const MOST_SOURCES = 25;

/** The folder that owns each library. Only it imports it; tools that build for it may too. */
const OWNERS = {
  yaml: { package: 'yaml', folder: '^engine/syntax/' },
  ajv: { package: 'ajv(-formats)?', folder: '^(engine/schema/|tools/)' },
  cfworker: { package: '@cfworker/json-schema', folder: '^engine/schema/' },
  re2: { package: 're2js', folder: '^engine/(base|expression|schema)/' },
  comlink: { package: 'comlink', folder: '^engine/hosts/worker/' },
  restate: { package: '@restatedev/restate-sdk', folder: '^engine/service/restate/' },
  models: { package: '(ai|@ai-sdk/[^/]+)', folder: '^engine/effects/models/' },
  croner: { package: 'croner', folder: '^engine/serveConfig/' },
  hono: { package: '(hono|@hono/[^/]+)', folder: '^engine/server/api/' },
  zustand: { package: 'zustand', folder: '^app/session/' },
  xyflow: { package: '@xyflow/[^/]+', folder: '^app/canvas/' },
  monaco: { package: 'monaco-editor', folder: '^app/source/' },
  kit: { package: '(radix-ui|@radix-ui/[^/]+|cmdk|sonner|lucide-react)', folder: '^app/ui/' },
};

/** Tests, and what the tests of one folder share. */
const TEST = '(\\.test|/testing)\\.tsx?$';

/** @param {string} name @param {Pattern} from @param {Pattern} to @param {string} comment @returns {ImportRule} */
function forbid(name, from, to, comment) {
  return { name, comment, from, to };
}

function engineRules() {
  const all = ENGINE_ROWS.flat();
  return ENGINE_ROWS.flatMap((row, index) =>
    row.map((room) => {
      const below = ENGINE_ROWS.slice(0, index).flat();
      const closed = all.filter((other) => other !== room && !below.includes(other));
      return forbid(
        `engine-${room}-looks-down`,
        { path: `^engine/${room}/`, pathNot: TEST },
        { path: `^engine/(${[...closed, 'testing', 'doors', 'index\\.ts'].join('|')})` },
        `engine/${room} may import only: ${below.join(', ') || 'nothing'}`,
      );
    }),
  );
}

/** The rooms inside one room. @param {string} name @param {string} folder @param {readonly (readonly string[])[]} rows */
function subRoomRules(name, folder, rows) {
  const all = rows.flat();
  return rows.flatMap((row, index) =>
    row.map((room) => {
      const below = rows.slice(0, index).flat();
      const closed = all.filter((other) => other !== room && !below.includes(other));
      const above = closed.length === 0 ? '' : `(${closed.join('|')})/|`;
      return forbid(
        `${name}-${room.replace('/', '-')}-looks-down`,
        { path: `^${folder}/${room}/`, pathNot: TEST },
        { path: `^${folder}/(${above}[^/]+\\.ts$)` },
        `${folder}/${room} may import only: ${below.join(', ') || 'nothing'} of ${folder}`,
      );
    }),
  );
}

/** @param {string} room a folder, or a file with its ending */
function pathOf(room) {
  return room.includes('.') ? `${room.replaceAll('.', '\\.')}$` : `${room}/`;
}

function featureRules() {
  return Object.entries(FEATURE_ROWS).flatMap(([feature, rows]) =>
    rows.flatMap((row, index) =>
      row.map((room) => {
        const open = [...rows.slice(0, index).flat(), room];
        return forbid(
          `${feature}-${room}-looks-down`,
          { path: `^app/${feature}/${pathOf(room)}`, pathNot: TEST },
          { path: `^app/${feature}/`, pathNot: `^app/${feature}/(${open.map(pathOf).join('|')})` },
          `app/${feature}/${room} may import only: ${open.slice(0, -1).join(', ') || 'nothing'} of its feature`,
        );
      }),
    ),
  );
}

function ownerRules() {
  return Object.entries(OWNERS).map(([name, owner]) =>
    forbid(
      `library-${name}-has-one-owner`,
      { path: '^(engine|app|tools)/', pathNot: owner.folder },
      { path: `(^|/)node_modules/${owner.package}/` },
      `${owner.package} is imported only below ${owner.folder}`,
    ),
  );
}

export const importRules = [
  ...engineRules(),
  ...Object.entries(SUB_ROOM_ROWS).flatMap(([room, rows]) => subRoomRules(room, `engine/${room}`, rows)),
  ...subRoomRules('session', 'app/session', SESSION_ROWS),
  ...subRoomRules('worker', 'engine/hosts/worker', WORKER_ROWS),
  ...featureRules(),
  ...ownerRules(),
  forbid(
    'testing-for-tests-only',
    { path: '^(engine|app)/', pathNot: `(${TEST}|^engine/testing/)` },
    { path: '^engine/testing/' },
    'only tests import engine/testing',
  ),
  forbid(
    'hosts-are-apart',
    { path: '^engine/hosts/([^/]+)/', pathNot: TEST },
    { path: '^engine/hosts/[^/]+/', pathNot: '^engine/hosts/($1|children)/' },
    'one host never imports another; what they share of child runs is below both',
  ),
  forbid(
    'service-rooms-are-apart',
    { path: '^engine/service/([^/]+)/', pathNot: TEST },
    { path: '^engine/service/(index\\.ts$|[^/]+/)', pathNot: '^engine/service/($1|common)/' },
    'one adapter of the runs of a service never imports another; what they share is in common, or in files next to them',
  ),
  forbid(
    'service-port-is-low',
    { path: '^engine/service/[^/]+\\.ts$', pathNot: '(\\.test|/index)\\.ts$' },
    { path: '^engine/service/[^/]+/' },
    'the port of a service, in the files next to its rooms, does not import them',
  ),
  forbid(
    'server-is-of-node',
    { path: '^engine/(server|cli)/', pathNot: TEST },
    { path: '^engine/hosts/(?!node/)[^/]+/' },
    'the server and the command line use the host of Node alone',
  ),
  forbid(
    'rooms-by-their-index',
    { path: '^engine/([^/]+)/', pathNot: `(${TEST}|^engine/testing/)` },
    {
      path: '^engine/[^/]+/.+',
      pathNot: '^engine/($1/|[^/]+/index\\.ts$|hosts/[^/]+/index\\.ts$|effects/[^/]+/index\\.ts$)',
    },
    'a room is entered by its index.ts',
  ),
  forbid('engine-knows-no-app', { path: '^engine/' }, { path: '^app/' }, 'the engine never imports the app'),
  forbid(
    'engine-has-no-dom-library',
    { path: '^engine/' },
    { path: '(^|/)node_modules/(react|react-dom|@xyflow|monaco-editor|zustand)/' },
    'no React, canvas or editor in the engine',
  ),
  forbid(
    'app-enters-by-doors',
    { path: '^app/', pathNot: TEST },
    { path: '^engine/', pathNot: '^engine/(index\\.ts|doors/[^/]+\\.ts|(hosts/worker|language)/index\\.ts)$' },
    'the app imports the engine by a door of package.json, such as #engine or #engine/edit',
  ),
  forbid(
    'app-ui-is-plain',
    { path: '^app/ui/' },
    { path: '^(engine/(?!doors/numbers\\.ts$)|app/(?!ui/))' },
    'ui imports neither session nor engine, except #engine/numbers',
  ),
  forbid(
    'app-platform-is-low',
    { path: '^app/platform/' },
    { path: '^app/(?!platform/)' },
    'platform adapters import nothing of the app',
  ),
  forbid(
    'app-session-is-low',
    { path: '^app/session/' },
    { path: '^app/(?!(session|ui|platform)/)' },
    'session imports neither actions nor features',
  ),
  forbid(
    'session-by-its-doors',
    { path: '^app/(?!session/)', pathNot: TEST },
    {
      path: '^app/session/.+',
      pathNot:
        '^app/session/((address|backtest|history|merges|proposals|relatedRuns|run|runSteps|servedRuns|servers|tests|versions|workspace|storage)/)?index\\.ts$',
    },
    'the session is entered by its door, and by those of fourteen of its slices',
  ),
  forbid(
    'app-actions-are-low',
    { path: '^app/actions/' },
    { path: '^app/(?!(actions|session|ui|platform)/)' },
    'actions import no feature',
  ),
  forbid(
    'features-are-apart',
    { path: '^app/(?!(?:ui|platform|session|actions)/)([^/]+)/' },
    { path: '^app/(?!(?:ui|platform|session|actions)/)[^/]+/', pathNot: '^app/$1/' },
    'features meet in the session',
  ),
  forbid(
    'features-keep-their-rooms',
    { path: '^app/([^/]+)(/|\\.tsx?$)' },
    { path: `^app/(${Object.keys(FEATURE_ROWS).join('|')})/[^/]+/`, pathNot: '^app/$1/' },
    'others enter a feature by a file next to its rooms',
  ),
  forbid(
    'nothing-imports-the-top',
    { path: '^app/[^/]+/' },
    { path: '^app/[^/]+\\.tsx?$' },
    'App.tsx and main.tsx are imported by nothing below',
  ),
];
