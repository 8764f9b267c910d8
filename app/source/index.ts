/**
 * The text pane: Monaco on the session's text. Nothing else in the app knows Monaco, which `monaco.ts` loads.
 *
 * `createSourceEditor.ts` puts an editor together from: `ModelBinding.ts`, which keeps its text that of the session;
 * `providers.ts`, `providers.ts` and `renameBox.ts`, which ask the language service; `problems.ts`, which marks what the
 * checks found; `followSelection.ts`; `languages.ts` and `themes.ts`, which colour it. `createCodeEditor.ts` puts one together
 * for a text of a form; both take from `setUpMonaco.ts` what editors have in common.
 */
export { SourcePane } from './SourcePane.tsx';
