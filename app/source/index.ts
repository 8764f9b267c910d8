/** The text pane: Monaco on the session's text. Nothing else in the app knows Monaco. */
export { SourcePane } from './SourcePane.tsx';
