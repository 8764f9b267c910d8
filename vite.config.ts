import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { contentSecurityPolicy, headersFile, isSandbox, SANDBOX_FOLDER, securityHeaders } from './tools/headers.mjs';
import { createNotices } from './tools/notices.mjs';
import { offline } from './tools/offline.mjs';
import { sandboxUrl } from './tools/sandboxUrl.mjs';
import { bundleStart, startScreen } from './tools/startScreen.mjs';

/** The one inline script of the page. */
const start = await bundleStart();

/** The other one, which dev needs: the preamble of React's fast refresh, allowed by its hash. */
function preambleHash(): string {
  const preamble = react.preambleCode.replace('__BASE__', '/');
  return `'sha256-${createHash('sha256').update(preamble).digest('base64')}'`;
}

/**
 * Says the policy wherever it is looked for: on every response of the preview, misses included, as a `<meta>` in the
 * page, and in a `_headers` file next to it.
 */
function securityPolicy(): Plugin {
  return {
    name: 'signalbox:security-policy',
    transformIndexHtml: (_html, { server }) =>
      server
        ? []
        : [
            {
              tag: 'meta',
              attrs: {
                'http-equiv': 'Content-Security-Policy',
                content: contentSecurityPolicy({ isMeta: true, scriptHashes: [start.hash] }),
              },
              injectTo: 'head-prepend',
            },
          ],
    configurePreviewServer(server) {
      server.middlewares.use((request, response, next) => {
        const headers = securityHeaders({ isSandbox: isSandbox(request.url ?? ''), scriptHashes: [start.hash] });
        for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
        next();
      });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const extra = {
          scriptHashes: [start.hash, preambleHash()],
          connect: ['ws:'],
          isSandbox: isSandbox(request.url ?? ''),
          isDev: true,
        };
        for (const [name, value] of Object.entries(securityHeaders(extra))) response.setHeader(name, value);
        next();
      });
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: '_headers', source: headersFile([start.hash]) });
    },
  };
}

/**
 * Sends files as they are: a preview is on this computer, where to compress them for each page takes longer than to send them. What is named by its
 * content is kept by the browser, with what it has compiled, as `signalbox open` has it.
 */
function plainPreview(): Plugin {
  return {
    name: 'signalbox:plain-preview',
    configurePreviewServer(server) {
      const { root, build } = server.config;
      server.middlewares.use((request, response, next) => {
        delete request.headers['accept-encoding'];
        const [file = ''] = (request.url ?? '').split('?');
        if (/^\/(assets|sandbox)\/[\w.-]+$/.test(file) && existsSync(path.join(root, build.outDir, file)))
          response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
        next();
      });
    },
  };
}

/** What the page loads after its first screen: where `from` imports `source`, it gets a file of ours, which loads that later. */
const LATE = [
  { from: /\/d3-zoom\//, source: 'd3-transition', file: 'app/canvas/state/lateTransitions.ts' },
  {
    from: /\/engine\/model\/index\.ts$/,
    source: './imports/resolveImports.ts',
    file: 'engine/model/imports/lateImports.ts',
  },
];

/** Puts the files of {@link LATE} in place. One that does not have all that is imported fails the build. Workers have the whole from the start. */
function loadLater(): Plugin {
  return {
    name: 'signalbox:load-later',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer = '') {
      const late = LATE.find((each) => each.source === source && each.from.test(importer.replaceAll('\\', '/')));
      return late === undefined ? null : fileURLToPath(new URL(late.file, import.meta.url));
    },
  };
}

const notices = createNotices();

/** The first files of workers that load parts later, by the name of the file that has the rest of what they begin with. */
const WORKERS = Object.entries({
  engine: fileURLToPath(new URL('engine/hosts/worker/engine.worker.ts', import.meta.url)),
  layout: fileURLToPath(new URL('engine/hosts/worker/layout.worker.ts', import.meta.url)),
});

/**
 * Keeps all that a worker begins with in a file next to its first one, which no other file then imports. WebKit executes the
 * first file of a worker again when another one imports it: there would be two engines, and each run would be executed twice.
 */
function nameWorkerChunk(module: string, build: { getModuleInfo: (id: string) => unknown }): string | null {
  const [name = null, first] = WORKERS.find(([, file]) => build.getModuleInfo(file) !== null) ?? [];
  return module === first ? null : name;
}

/** How long the steps of a build take is nothing that who starts Signalbox must wonder about. */
const QUIET = { bundlerTimings: false };

export default defineConfig({
  base: './',
  appType: 'mpa',
  plugins: [
    react(),
    startScreen(start),
    securityPolicy(),
    plainPreview(),
    loadLater(),
    sandboxUrl(notices.add),
    notices.emit(),
    offline(),
  ],
  worker: {
    format: 'es',
    plugins: () => [sandboxUrl(notices.add), notices.plugin()],
    rolldownOptions: {
      checks: QUIET,
      output: {
        entryFileNames: ({ name }) =>
          name === 'sandbox.worker' ? `${SANDBOX_FOLDER}/[name]-[hash].js` : 'assets/[name]-[hash].js',
        codeSplitting: { groups: [{ name: nameWorkerChunk, tags: ['$initial'] }] },
      },
    },
  },
  // Libraries of models bring copies of these along; one of each is enough.
  resolve: {
    dedupe: ['@ai-sdk/provider', '@ai-sdk/provider-utils', 'zod'],
    alias: { 'd3-color': fileURLToPath(new URL('app/canvas/noColors.ts', import.meta.url)) },
  },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 4000,
    modulePreload: { polyfill: false },
    // One file for all the first screen needs: it compresses better than the fifty that lazy parts would cut it into.
    // One for the actions with all that they consist of: they are the first that is asked for after it, and thirty files would take turns.
    // And one for how two values or texts differ, which several lazy parts need: each further file costs the first screen its name.
    rolldownOptions: {
      checks: QUIET,
      output: {
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'] },
            { name: 'contributions', test: /\/app\/contributions\.ts$/ },
            { name: 'differ', test: /\/engine\/(base\/compareJson|text\/diffLines)\.ts$/ },
          ],
        },
      },
    },
  },
  optimizeDeps: {
    include: [
      // What only the engine's worker imports: a worker is not searched before the first page asks for it.
      'comlink',
      'idb',
      'papaparse',
      're2js',
      '@cfworker/json-schema',
      '@jitl/quickjs-singlefile-mjs-release-sync',
      'quickjs-emscripten-core',
      'css-select',
      'htmlparser2',
      'zod/v4/core',
      '@modelcontextprotocol/sdk/client/index.js',
      '@modelcontextprotocol/sdk/client/streamableHttp.js',
      '@modelcontextprotocol/sdk/types.js',
      '@modelcontextprotocol/sdk/validation/cfworker',
      'monaco-editor/editor',
      'monaco-editor/editor/contrib/suggest/browser/suggestController',
      'monaco-editor/editor/editor.worker',
      // Everything app/source/monaco.ts loads: a part found late would reload the page at the first open.
      'monaco-editor/features/*/register',
    ],
  },
});
