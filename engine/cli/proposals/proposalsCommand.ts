import { realpath } from 'node:fs/promises';
import path from 'node:path';
import {
  bringUp,
  compareChecks,
  type Files,
  type ProposalPlan,
  type StoredProposal,
  takeChanges,
  tellChanges,
} from '../../author/index.ts';
import { assertNever, err, ok, type Result } from '../../base/index.ts';
import { tellDrills } from '../../proof/index.ts';
import { diffLines } from '../../text/index.ts';
import type { CommandIo, ExitCode } from '../CommandIo.ts';
import { formatReport, toReports } from '../print/reports.ts';
import { onOneLine } from '../print/terminal.ts';
import { readArguments } from '../readArguments.ts';
import { refuse } from '../refuse.ts';
import { toPatternCommand } from '../toCommand.ts';
import { applyPlan } from './applyPlan.ts';
import { ProposalStore } from './ProposalStore.ts';
import { proveProposal } from './proveProposal.ts';
import { WorkspaceFolder } from './WorkspaceFolder.ts';

/**
 * `signalbox proposals`: what programs proposed, for the person who decides. Exit 0; 1 where something of it no longer applies or could not be
 * written; 2 where there is no such folder or proposal.
 */
export const proposalsCommand = toPatternCommand(parseProposals, runProposalsCommand);

/** `signalbox proposals`. */
interface ProposalsCommand {
  /** The workspace. */
  readonly folder: string;
  readonly act:
    | { readonly kind: 'list' }
    | { readonly kind: 'show' | 'reject'; readonly id: string }
    /** `only`: the changes to accept, from 1; null: all. */
    | { readonly kind: 'accept'; readonly id: string; readonly only: readonly number[] | null };
}

/** Reads the arguments of `signalbox proposals`. Throws what {@link readArguments} throws. */
function parseProposals(args: readonly string[]): Result<ProposalsCommand, string> {
  const { values, positionals } = readArguments(args, {
    show: { type: 'string' },
    accept: { type: 'string' },
    only: { type: 'string' },
    reject: { type: 'string' },
  });
  const [folder = '.', ...others] = positionals;
  if (others.length > 0 || folder === '') return err('One folder is looked at. Use signalbox proposals FOLDER.');
  const { show, accept, only, reject } = values;
  if ([show, accept, reject].filter((id) => id !== undefined).length > 1)
    return err('Use one of --show, --accept and --reject at a time.');
  if (only !== undefined && accept === undefined) return err('--only goes with --accept.');
  const chosen = only === undefined ? null : readNumbers(only);
  if (chosen?.length === 0) return err('--only takes the numbers of changes, such as 1,3.');
  if (accept !== undefined) return ok({ folder, act: { kind: 'accept', id: accept, only: chosen } });
  if (reject !== undefined) return ok({ folder, act: { kind: 'reject', id: reject } });
  return ok({ folder, act: show === undefined ? { kind: 'list' } : { kind: 'show', id: show } });
}

function readNumbers(written: string): readonly number[] {
  return /^[1-9]\d{0,3}(,[1-9]\d{0,3})*$/u.test(written) ? written.split(',').map(Number) : [];
}

async function runProposalsCommand(io: CommandIo, { folder, act }: ProposalsCommand): Promise<ExitCode> {
  const root = await realpath(path.resolve(io.folder, folder)).catch(() => null);
  if (root === null) return refuse(io, `There is no folder ${folder}.`);
  const store = new ProposalStore(root);
  if (act.kind === 'list') return list(io, store);
  const stored = await store.get(act.id);
  if (stored === null)
    return refuse(io, `There is no proposal ${act.id} in ${folder}. Without options, signalbox proposals lists them.`);
  switch (act.kind) {
    case 'reject':
      await store.remove(stored.id);
      io.printOut(`Removed ${stored.id}.\n`);
      return 0;
    case 'show':
      return show(io, root, stored);
    case 'accept':
      return accept(io, { root, store, stored, only: act.only });
    default:
      return assertNever(act);
  }
}

async function list(io: CommandIo, store: ProposalStore): Promise<ExitCode> {
  const { waiting, unread } = await store.list();
  for (const { id, at, proposal } of waiting) {
    const { path: file, changes, why, who } = proposal;
    io.printOut(
      `${id}  ${at.slice(0, 16)}  ${onOneLine(file)}  ${changes.length === 1 ? '1 change' : `${changes.length} changes`} by ${onOneLine(who)}: ${onOneLine(why)}\n`,
    );
  }
  for (const { id, why } of unread) io.printError(`${id} is no proposal that can be read: ${why}\n`);
  if (waiting.length === 0) io.printError('There are no pending proposals.\n');
  return 0;
}

/** A proposal on the texts as they are now, with what of it no longer applies told. */
interface Current {
  readonly files: Files;
  readonly plan: ProposalPlan | null;
  readonly hasLost: boolean;
}

async function bringUpAndTell(io: CommandIo, root: string, stored: StoredProposal): Promise<Current> {
  const { files } = await new WorkspaceFolder({ ...io, folder: root }).read();
  const current = bringUp(stored, files);
  if (!current.ok) {
    for (const { message } of current.error) io.printError(`${onOneLine(message)}\n`);
    return { files, plan: null, hasLost: true };
  }
  const { plan, done, lost } = current.value;
  for (const index of done) io.printError(`Change ${index + 1} is there already.\n`);
  for (const { index, finding } of lost) {
    io.printError(`Change ${index + 1} no longer applies: ${onOneLine(finding.message)}\n`);
  }
  return { files, plan, hasLost: lost.length > 0 };
}

async function show(io: CommandIo, root: string, stored: StoredProposal): Promise<ExitCode> {
  const { why, who, changes } = stored.proposal;
  io.printOut(`${onOneLine(who)}: ${onOneLine(why)}\n`);
  for (const [index, change] of changes.entries()) io.printOut(`${index + 1}. ${onOneLine(JSON.stringify(change))}\n`);
  const { files, plan, hasLost } = await bringUpAndTell(io, root, stored);
  if (plan !== null) {
    for (const { path: name, sentence } of tellChanges(files, plan.files)) {
      io.printOut(`${onOneLine(name)}: ${onOneLine(sentence)}\n`);
    }
    printPlan(io, files, plan);
    await printProof(io, root, { before: files, after: plan.files });
  }
  return hasLost ? 1 : 0;
}

/** What tests, recorded runs and faults say of it. */
async function printProof(io: CommandIo, root: string, states: Parameters<typeof proveProposal>[1]): Promise<void> {
  const { tests, backtest, drills, bounds } = await proveProposal({ ...io, folder: root }, states);
  const played = tests.passed + tests.failed.length;
  if (played > 0) io.printOut(`\nTests: ${tests.passed} of ${played} pass.\n`);
  for (const { path: name, test, failedBefore, why } of tests.failed) {
    io.printOut(
      `${onOneLine(name)}: “${onOneLine(test)}” ${failedBefore ? 'still fails' : 'fails now'}: ${onOneLine(why)}\n`,
    );
  }
  if (tests.untested.length > 0) io.printOut('\nNo test reaches these new or formerly tested parts:\n');
  for (const { path: name, line, what } of tests.untested)
    io.printOut(`${onOneLine(name)}:${line} ${onOneLine(what)}\n`);
  const others = Object.entries(backtest.others).map(([verdict, count]) => `${count} ${verdict}`);
  if (backtest.runs > 0) io.printOut(`\nRecorded runs: ${[`${backtest.same} the same`, ...others].join(', ')}.\n`);
  const told = [...drills.map((each) => ({ path: each.path, sentences: tellDrills(each) })), ...bounds];
  if (told.some(({ sentences }) => sentences.length > 0)) io.printOut('\n');
  for (const { path: name, sentences } of told)
    for (const sentence of sentences) io.printOut(`${onOneLine(name)}: ${onOneLine(sentence)}\n`);
}

function printPlan(io: CommandIo, files: Files, plan: ProposalPlan): void {
  for (const [name, text] of plan.files) {
    if (files.get(name) === text) continue;
    io.printOut(`\n${onOneLine(name)}\n`);
    for (const line of diffLines(files.get(name) ?? '', text)) {
      if (line.kind === 'skipped') io.printOut('  …\n');
      else if (line.kind === 'same') io.printOut(`  ${line.text}\n`);
      else
        io.printOut({
          color: line.kind === 'added' ? 'green' : 'red',
          text: `${line.kind === 'added' ? '+' : '-'} ${line.text}\n`,
        });
    }
  }
  for (const { path: name, diagnostic } of compareChecks(files, plan.files).added) {
    const text = plan.files.get(name) ?? '';
    for (const report of toReports(text, [diagnostic])) io.printOut(...formatReport(name, report));
  }
}

interface Accepting {
  readonly root: string;
  readonly store: ProposalStore;
  readonly stored: StoredProposal;
  readonly only: readonly number[] | null;
}

/** Writes what is accepted; what is left of the proposal waits on. */
async function accept(io: CommandIo, { root, store, stored, only }: Accepting): Promise<ExitCode> {
  const { files, plan, hasLost } = await bringUpAndTell(io, root, stored);
  if (plan === null) return hasLost ? 1 : finish(io, store, stored);
  const part = takeChanges(stored, files, only === null ? null : only.map((number) => number - 1));
  if (!part.ok) return refuse(io, part.error.map(({ message }) => onOneLine(message)).join(' '));
  const written = await applyPlan(root, files, part.value.plan);
  if (!written.ok) return refuse(io, onOneLine(written.error.message), 1);
  for (const name of written.value) io.printOut(`Wrote ${onOneLine(name)}.\n`);
  const { left } = part.value;
  if (left === null) await store.remove(stored.id);
  else {
    const count = left.proposal.changes.length;
    const kept = await store.put(left);
    if (!kept.ok) return refuse(io, `What is left of ${stored.id} could not be kept. ${kept.error}`);
    io.printOut(
      `${count === 1 ? '1 change' : `${count} changes`} of ${stored.id} ${count === 1 ? 'is' : 'are'} left.\n`,
    );
  }
  return hasLost ? 1 : 0;
}

async function finish(io: CommandIo, store: ProposalStore, stored: StoredProposal): Promise<ExitCode> {
  await store.remove(stored.id);
  io.printOut(`All of ${stored.id} is there already.\n`);
  return 0;
}
