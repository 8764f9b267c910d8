import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Marks a request of a run on a cluster to the API of the cluster. Its key is the salt of the outermost run, which the cluster has for workers and
 * servers, and no workflow sees.
 *
 * @param runId that of the outermost run
 */
export function writeClusterMark(runId: string, salt: string): string {
  return `${runId}.${sign(runId, salt).toString('base64url')}`;
}

/** The outermost run that a mark names; null: it is none. Whether it is of that run is for {@link isClusterMark} to say. */
export function callerOfMark(mark: string | undefined): string | null {
  return /^([^ ]{1,200})\.[\w-]{43}$/.exec(mark ?? '')?.[1] ?? null;
}

/** Whether a mark was written for a run with this salt. */
export function isClusterMark(mark: string, runId: string, salt: string): boolean {
  const given = Buffer.from(mark.slice(runId.length + 1), 'base64url');
  const own = sign(runId, salt);
  return given.length === own.length && timingSafeEqual(given, own);
}

function sign(runId: string, salt: string): Buffer {
  return createHmac('sha256', salt).update(`caller ${runId}`).digest();
}
