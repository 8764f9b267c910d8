/** Runs as a server has them: the port `RunService`, and its adapters. */
export type * from './RunService.ts';
