/** Runs of servers: started there, listed, answered, and forked into this browser: the door of this slice of the session. */
export { compareText, type ServedFile } from './compareText.ts';
export { countOwn, countServedWaits, type OwnRuns } from './countWaits.ts';
export { continueWithMessage, forkHere, type SentMessage } from './forkHere.ts';
export { answerWait, type Inbox, type InboxWait, readInbox } from './inbox.ts';
export { explainNoSend, type SentAgain, sendAgain } from './sendAgain.ts';
export { refreshAllServed, repeatShown, rerun, startAgainOn, startOn } from './startOn.ts';
