import { createHash } from 'node:crypto';
import type { DigestText } from '../../RunSeal.ts';

/** `sha256` of the hosts as Node has it: of an input of many megabytes it keeps the thread for a twentieth of the time. */
export const nativeSha256: DigestText = (text) => createHash('sha256').update(text, 'utf8').digest('hex');
