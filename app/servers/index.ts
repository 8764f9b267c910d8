/** A server of runs as its operator sees it: schedules, limits, what is kept, and who did what. What opens it is {@link ServerDialog}, which is loaded when it is needed. */
export { ServerDialog } from './ServerView.tsx';
