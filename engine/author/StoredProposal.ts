import type { Files, Proposal } from './Proposal.ts';

/** Where proposals wait, in a workspace: one file each, next to what a server keeps there, and hidden from lists of files. */
export const PROPOSALS_FOLDER = '.signalbox/proposals';

/** Most proposals that wait at a time: a program that repeats itself is told so. */
export const MOST_PENDING = 50;

/** Largest file of a proposal, in bytes: the limit of the app for a file. */
export const LARGEST_PROPOSAL = 10 * 1024 * 1024;

/** A proposal that waits for a person, with the texts it was written on. */
export interface StoredProposal {
  readonly id: string;
  /** When it was written, ISO 8601. */
  readonly at: string;
  readonly proposal: Proposal;
  /** The texts of the files that it is about, as they were. */
  readonly base: Files;
}

const NAME = /^[\w-]{1,80}$/u;

/** The id of a proposal that is made at a time (ISO 8601); `random` tells it from others of that day. */
export function proposalIdAt(at: string, random: string): string {
  return `${at.slice(0, 10)}-${random}`;
}

/** Whether a text may be the id of a proposal: it names a file. */
export function isProposalId(id: string): boolean {
  return NAME.test(id);
}

/** The path of the file in which a proposal waits. */
export function proposalPath(id: string): string {
  return `${PROPOSALS_FOLDER}/${id}.json`;
}

/** The id of the proposal that waits in a file; null for any other file. */
export function proposalIdOf(path: string): string | null {
  const id = path.slice(PROPOSALS_FOLDER.length + 1, -'.json'.length);
  return isProposalId(id) && path === proposalPath(id) ? id : null;
}
