import type { RunServer } from '#engine/worker';
import { listWorkflows } from '../servers/requests.ts';
import { session } from '../store/store.ts';

/** What a server has of a file of the workspace. */
export type ServedFile =
  | { readonly type: 'same' | 'other' | 'invalid' | 'missing' }
  /** It has one, and the page came over plain HTTP, where browsers hash no text. */
  | { readonly type: 'unhashed' }
  /** It does not answer, or refuses. */
  | { readonly type: 'unknown'; readonly message: string };

/** Asks a server for a file. Its text is compared by its hash, imports apart. */
export async function compareText(server: RunServer, path: string): Promise<ServedFile> {
  const listed = await listWorkflows(server);
  if (!listed.ok) return { type: 'unknown', message: listed.error.message };
  const found = listed.value.find((workflow) => workflow.path === path.replace(/\.yml$/, '.yaml'));
  if (found === undefined) return { type: 'missing' };
  if (!found.isValid) return { type: 'invalid' };
  const text = session.getState().document.workspace.files.get(path) ?? '';
  if (!('subtle' in crypto)) return { type: 'unhashed' };
  return { type: found.digest === (await digestOf(text)) ? 'same' : 'other' };
}

/** SHA-256 in hex. */
async function digestOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
