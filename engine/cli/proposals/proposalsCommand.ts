import { realpath } from 'node:fs/promises';
import {
  bringUp,
  compareChecks,
  type Files,
  type ProposalPlan,
  type StoredProposal,
  takeChanges,
  tellChanges,
} from '../../author/index.ts';
import { tellDrills } from '../../proof/index.ts';
import { diffLines } from '../../text/index.ts';
import { apart, defineFolderArguments } from '../arguments/Arguments.ts';
import { CommandError } from '../arguments/CommandError.ts';
import { findFolder } from '../arguments/findFolder.ts';
import { text, value } from '../arguments/options.ts';
import { toPatternCommand } from '../arguments/toCommand.ts';
import type { CommandIo, ExitCode } from '../CommandIo.ts';
import { formatDiffLine } from '../print/formatDiff.ts';
import { printResult } from '../print/printResult.ts';
import { formatReports, toReports } from '../print/reports.ts';
import { count, onOneLine, type Printed } from '../print/terminal.ts';
import { applyPlan } from './applyPlan.ts';
import { ProposalStore } from './ProposalStore.ts';
import type { States } from './proveDrills.ts';
import { type ProposalProof, proofToJson, proveProposal } from './proveProposal.ts';
import { WorkspaceFolder } from './WorkspaceFolder.ts';

const PROPOSALS = defineFolderArguments(
  'proposals',
  {
    show: text,
    accept: text,
    /** The changes to accept, from 1; null: all. */
    only: value(
      (written) => (/^[1-9]\d{0,3}(,[1-9]\d{0,3})*$/u.test(written) ? written.split(',').map(Number) : undefined),
      'the numbers of changes, such as 1,3',
    ),
    reject: text,
  },
  [apart('show', 'accept', 'reject'), { where: ['only'], needs: ['accept'] }],
);

/**
 * `signalbox proposals`: what programs proposed, for the person who decides. Exit 0; 1 where something of it no longer applies or could not be
 * written; 2 where there is no such folder or proposal.
 */
export const proposalsCommand = toPatternCommand(PROPOSALS, async (io, command): Promise<ExitCode> => {
  const { folder, show: shown, accept: accepted, reject, only } = command;
  const root = await realpath(await findFolder(io, folder));
  const store = new ProposalStore(root);
  const id = shown ?? accepted ?? reject;
  if (id === null) return list(io, store);
  const stored = await store.get(id);
  if (stored === null) {
    const message = `There is no proposal ${id} in ${folder}. Without options, signalbox proposals lists them.`;
    throw new CommandError('UNKNOWN_NAME', message, { place: id, next: `signalbox proposals ${folder}` });
  }
  if (shown !== null) return show(io, root, stored);
  if (accepted !== null) return accept(io, { root, store, stored, only });
  await store.remove(stored.id);
  printResult(io, { removed: stored.id }, `Removed ${stored.id}.\n`);
  return 0;
});

async function list(io: CommandIo, store: ProposalStore): Promise<ExitCode> {
  const { waiting, unread } = await store.list();
  const lines = waiting.map(({ id, at, proposal }) => {
    const { path: file, changes, why, who } = proposal;
    const what = `${count(changes.length, 'change')} by ${onOneLine(who)}: ${onOneLine(why)}`;
    return `${id}  ${at.slice(0, 16)}  ${onOneLine(file)}  ${what}\n`;
  });
  const rows = waiting.map(({ id, at, proposal: { path: file, changes, why, who } }) => ({
    id,
    at,
    path: file,
    changes: changes.length,
    who,
    why,
  }));
  printResult(io, { waiting: rows, unread }, ...lines);
  for (const { id, why } of unread) io.printError(`${id} is no proposal that can be read: ${why}\n`);
  if (waiting.length === 0) io.printError('There are no pending proposals.\n');
  return 0;
}

/** A proposal on the texts as they are now. */
interface Current {
  readonly files: Files;
  /** Null: nothing of it can be written. */
  readonly plan: ProposalPlan | null;
  /** What of it no longer applies, in sentences. */
  readonly lost: readonly string[];
}

/** Brings a proposal up to the texts as they are now, and says what of it is there already, or no longer applies. */
async function bringUpAndTell(io: CommandIo, root: string, stored: StoredProposal): Promise<Current> {
  const { files } = await new WorkspaceFolder({ ...io, folder: root }).read();
  const current = bringUp(stored, files);
  const { plan, done, lost } = current.ok ? current.value : { plan: null, done: [], lost: [] };
  const told = current.ok
    ? lost.map(({ index, finding }) => `Change ${index + 1} no longer applies: ${finding.message}`)
    : current.error.map(({ message }) => message);
  for (const index of done) io.printError(`Change ${index + 1} is there already.\n`);
  for (const sentence of told) io.printError(`${onOneLine(sentence)}\n`);
  return { files, plan, lost: told };
}

async function show(io: CommandIo, root: string, stored: StoredProposal): Promise<ExitCode> {
  const { why, who, changes } = stored.proposal;
  const { files, plan, lost } = await bringUpAndTell(io, root, stored);
  const states = { before: files, after: plan?.files ?? files };
  const sentences = tellChanges(states.before, states.after);
  const proof = plan === null ? null : await proveProposal({ ...io, folder: root }, states);
  printResult(
    io,
    { id: stored.id, who, why, changes, lost, sentences, ...(proof === null ? {} : proofToJson(proof)) },
    `${onOneLine(who)}: ${onOneLine(why)}\n`,
    ...changes.map((change, index) => `${index + 1}. ${onOneLine(JSON.stringify(change))}\n`),
    ...sentences.map(({ path: name, sentence }) => tell(name, sentence)),
    ...formatStates(states),
    ...(proof === null ? [] : formatProof(proof)),
  );
  return lost.length > 0 ? 1 : 0;
}

function tell(name: string, sentence: string): string {
  return `${onOneLine(name)}: ${onOneLine(sentence)}\n`;
}

/** What tests, recorded runs and faults say of it. */
function formatProof({ tests, backtest, drills, bounds }: ProposalProof): readonly string[] {
  const played = tests.passed + tests.failed.length;
  const others = Object.entries(backtest.others).map(([verdict, number]) => `${number} ${verdict}`);
  const told = [...drills.map((each) => ({ path: each.path, sentences: tellDrills(each) })), ...bounds].flatMap(
    (each) => each.sentences.map((sentence) => tell(each.path, sentence)),
  );
  return [
    ...(played > 0 ? [`\nTests: ${tests.passed} of ${played} pass.\n`] : []),
    ...tests.failed.map(({ path: name, test, failedBefore, why }) =>
      tell(name, `“${test}” ${failedBefore ? 'still fails' : 'fails now'}: ${why}`),
    ),
    ...(tests.untested.length > 0 ? ['\nNo test reaches these new or formerly tested parts:\n'] : []),
    ...tests.untested.map(({ path: name, line, what }) => `${onOneLine(name)}:${line} ${onOneLine(what)}\n`),
    ...(backtest.runs > 0 ? [`\nRecorded runs: ${[`${backtest.same} the same`, ...others].join(', ')}.\n`] : []),
    ...(told.length > 0 ? ['\n', ...told] : []),
  ];
}

/** The lines that change, and what check says then and did not say before. */
function formatStates({ before, after }: States): readonly Printed[] {
  const changed = [...after].filter(([name, text]) => before.get(name) !== text);
  const added = compareChecks(before, after).added.map(({ path: name, diagnostic }) => ({
    path: name,
    reports: toReports(after.get(name) ?? '', [diagnostic]),
  }));
  const lines = changed.flatMap(([name, text]) => [
    `\n${onOneLine(name)}\n`,
    ...diffLines(before.get(name) ?? '', text).map((line) => formatDiffLine(line)),
  ]);
  return [...lines, ...formatReports(added)];
}

interface Accepting {
  readonly root: string;
  readonly store: ProposalStore;
  readonly stored: StoredProposal;
  readonly only: readonly number[] | null;
}

/** Writes what is accepted; what is left of the proposal waits on. */
async function accept(io: CommandIo, { root, store, stored, only }: Accepting): Promise<ExitCode> {
  const { id } = stored;
  const { files, plan, lost } = await bringUpAndTell(io, root, stored);
  if (plan === null && lost.length > 0)
    throw new CommandError('CHANGED', `Nothing of ${id} was written.`, { place: id });
  if (plan === null) {
    await store.remove(id);
    printResult(io, { written: [], left: 0, lost }, `All changes of ${id} are already in place.\n`);
    return 0;
  }
  const part = takeChanges(stored, files, only === null ? null : only.map((number) => number - 1));
  if (!part.ok)
    throw new CommandError('UNKNOWN_NAME', part.error.map(({ message }) => message).join(' '), { place: '--only' });
  const written = await applyPlan(root, files, part.value.plan);
  if (!written.ok) throw new CommandError('CHANGED', written.error.message, { next: written.error.next });
  const { left } = part.value;
  const kept = left === null ? await store.remove(id) : await store.put(left);
  if (kept?.ok === false) throw new CommandError('CHANGED', `What is left of ${id} could not be kept. ${kept.error}`);
  const number = left?.proposal.changes.length ?? 0;
  printResult(
    io,
    { written: written.value, left: number, lost },
    ...written.value.map((name) => `Wrote ${onOneLine(name)}.\n`),
    ...(number === 0 ? [] : [`${count(number, 'change')} of ${id} ${number === 1 ? 'is' : 'are'} left.\n`]),
  );
  return lost.length > 0 ? 1 : 0;
}
