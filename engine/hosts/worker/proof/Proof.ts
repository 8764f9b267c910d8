import { err, type Result } from '../../../base/index.ts';
import type { PortEngine } from '../protocol/protocol.ts';
import { answerProposal } from './answerProposal.ts';
import { CassetteReader } from './CassetteReader.ts';
import { drillWorkflow, playDrillCell } from './drillWorkflow.ts';
import { mutateWorkflow } from './mutateWorkflow.ts';
import { addRows, playDataset, playDatasetRun } from './playDatasets.ts';
import { playTestRun, playTests, type TestHost, updateTestOf } from './playTests.ts';
import { recordAnswers } from './recordAnswers.ts';
import { type ProofContext, saveRunAsTest } from './saveRunAsTest.ts';

/** The tests of the workspace, as the engine answers for them; loaded with the first question. */
export class Proof {
  readonly #context: ProofContext;
  readonly #host: TestHost;

  constructor(context: ProofContext) {
    const { ports, reader, workspace, live } = context;
    this.#context = context;
    this.#host = {
      ports: ports.runScript === undefined ? {} : { runScript: ports.runScript },
      cassettes: new CassetteReader(reader),
      readFile: (path) => readFile(workspace, path),
      live,
    };
  }

  saveTest(...[run]: Parameters<PortEngine['saveTest']>): ReturnType<PortEngine['saveTest']> {
    return saveRunAsTest(run, this.#host, this.#context);
  }

  playTests(...[request, deliver]: Parameters<PortEngine['playTests']>): ReturnType<PortEngine['playTests']> {
    return playTests(request, this.#host, deliver);
  }

  playTestRun(...[request, index]: Parameters<PortEngine['playTestRun']>): ReturnType<PortEngine['playTestRun']> {
    return playTestRun(request, index, this.#host);
  }

  updateTest(...[request, index]: Parameters<PortEngine['updateTest']>): ReturnType<PortEngine['updateTest']> {
    return updateTestOf(request, index, this.#host);
  }

  recordTest(...[request]: Parameters<PortEngine['recordTest']>): ReturnType<PortEngine['recordTest']> {
    return recordAnswers(request, this.#host);
  }

  playDataset(
    ...[request, before, deliver]: Parameters<PortEngine['playDataset']>
  ): ReturnType<PortEngine['playDataset']> {
    return playDataset(request, { before, live: null }, { host: this.#host, deliver });
  }

  askDataset(
    ...[request, { before, live }, deliver]: Parameters<PortEngine['askDataset']>
  ): ReturnType<PortEngine['askDataset']> {
    return playDataset(request, { before, live }, { host: this.#host, deliver });
  }

  playDatasetRun(
    ...[request, place]: Parameters<PortEngine['playDatasetRun']>
  ): ReturnType<PortEngine['playDatasetRun']> {
    return playDatasetRun(request, place, this.#host);
  }

  addDataset(...[rows]: Parameters<PortEngine['addDataset']>): ReturnType<PortEngine['addDataset']> {
    return addRows(rows);
  }

  async readKeptFile(...[path]: Parameters<PortEngine['readKeptFile']>): ReturnType<PortEngine['readKeptFile']> {
    const read = await this.#host.readFile(path);
    return read.ok ? read.value : null;
  }

  async keepFile(...[path, text]: Parameters<PortEngine['keepFile']>): ReturnType<PortEngine['keepFile']> {
    const kept = await this.#context.workspace.files?.write(path, text);
    if (kept?.ok !== true) throw new Error(`“${path}” could not be kept. ${kept?.error ?? ''}`.trim());
  }

  askProposal(...[question]: Parameters<PortEngine['askProposal']>): ReturnType<PortEngine['askProposal']> {
    return answerProposal(question);
  }

  drill(...[request, deliver]: Parameters<PortEngine['drill']>): ReturnType<PortEngine['drill']> {
    return drillWorkflow(request, this.#host, deliver);
  }

  playDrillCell(...[request, cell]: Parameters<PortEngine['playDrillCell']>): ReturnType<PortEngine['playDrillCell']> {
    return playDrillCell(request, cell, this.#host);
  }

  mutate(...[request, goesOn]: Parameters<PortEngine['mutate']>): ReturnType<PortEngine['mutate']> {
    return mutateWorkflow(request, this.#host, goesOn);
  }
}

/** A file of the workspace hides a stored one of the same path. */
async function readFile(
  { workflows, files }: ProofContext['workspace'],
  path: string,
): Promise<Result<string, string>> {
  const open = await workflows?.read(path);
  if (open?.ok === true) return open;
  return (await files?.read(path)) ?? err(`There is no “${path}” in the workspace.`);
}
