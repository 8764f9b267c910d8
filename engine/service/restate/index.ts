/** Runs on a Restate cluster: what executes them on workers, and the port of a server over them. */
export { Ingress, type RestateAddresses, RestateError } from './Ingress.ts';
export { RestateRunService } from './RestateRunService.ts';
export { type OpenWorker, openWorker, type WorkerOptions } from './worker/openWorker.ts';
