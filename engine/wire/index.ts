/** What programs send one another about runs: each message once, with the check of what is read and the schema that describes it. */
export { EVENT_PAGE, PLACED_EVENT, type PlacedEvent, readEventPage, readPlacedEvent } from './eventPages.ts';
export { RUN_EVENT } from './runEvents.ts';
export { writeAs } from './Shape.ts';
