/** Servers that execute runs (`signalbox serve`), which are kept: the door of this slice of the session. */

export type { ServedRun } from '../store/State.ts';
export {
  type ManyDone,
  readAudit,
  readServer,
  readTriggers,
  removeServed,
  runScheduleNow,
  type ServedAct,
  setSchedulePaused,
  steerServed,
} from './operations.ts';
export type {
  AuditEntry,
  KeepRule,
  LimitLoad,
  ServerAccess,
  ServerLoad,
  ServerSchedule,
  ServerTriggers,
} from './operationWire.ts';
export { toServedId } from './servedId.ts';
export { keepServer, readAddress, removeServer, serverAt, setRunOn } from './servers.ts';
export { describeProblem, type ServerProblem } from './wire.ts';
