import {
  type ActivationView,
  type EffectView,
  type RunError,
  type RunView,
  tellError,
  workedBetween,
} from '#engine/run';
import { formatLength, formatStatus } from '../../ui/index.ts';
import { formatUsage } from '../parts/formatUsage.ts';
import { describeRepeat, isRepeated } from '../parts/repeats.ts';
import { type TalkMessage, toConversation } from '../parts/toConversation.ts';
import { toMarks } from '../parts/toMarks.ts';
import { drawValue, type ValueRoom } from './drawValue.ts';
import { html, type Markup } from './Markup.ts';

/** Most attempts, calls and messages that are listed of one step: the last ones. */
const MOST_LISTED = 100;

/** How a step is named and found in a report. */
export interface StepPlace {
  /** Of the task, for people. */
  readonly name: string;
  /** How long it worked; empty where it did not end. */
  readonly length: string;
  /** When its run was paused or interrupted. */
  readonly idle: RunView['idle'];
  /** The names of the containers around it, the outermost first. */
  readonly around: readonly string[];
}

/** One step: what went in, what came out, what failed, each attempt, what was said with a model, and the calls it made. */
export function drawStep(step: ActivationView, { name, length, around, idle }: StepPlace, room: ValueRoom): Markup {
  const { status, operation, error, usage } = step;
  const item = operation?.kind === 'item' ? html` <small>item ${operation.index + 1}</small>` : null;
  const isFailed = status === 'error';
  return html`<section class="step${isFailed ? ' failed' : ''}" id="step-${step.activation}">
<header><h3>${name}${item}</h3>${drawStatus(status)}${drawMarks(step)}${usage === undefined ? null : html`<small>${formatUsage(usage)}</small>`}<small>${length}</small></header>
<p class="where">${[...around, step.taskId].join(' › ')}</p>
${error === null ? null : drawError(error, room)}
${drawAttempts(step, idle)}
${drawValue('Input', step.input, room)}
${step.output === null && error !== null ? null : drawValue('Output', step.output, room)}
${drawTalk(step, room)}
${drawCalls(step, room)}
</section>
`;
}

/** A status in words and colour. */
export function drawStatus(status: Parameters<typeof formatStatus>[0]): Markup {
  return html`<span class="status ${status}">${formatStatus(status)}</span>`;
}

/** Why something failed. */
export function drawError(error: RunError, room: ValueRoom): Markup {
  const details = error.details === null ? null : drawValue('Details', error.details, room);
  return html`<div class="failure"><code>${error.code}</code><p>${tellError(error).slice(0, 20_000)}</p>${details}</div>`;
}

function drawMarks(step: ActivationView): Markup {
  return html`${toMarks(step).map((mark) => html`<span class="mark">${mark}</span>`)}`;
}

function drawAttempts({ attempts }: ActivationView, idle: RunView['idle']): Markup | null {
  if (attempts.length < 2) return null;
  const shown = attempts.slice(-MOST_LISTED).map(({ attempt, startedAt, endedAt, error }) => {
    const length = endedAt === null ? '' : ` · ${formatLength(workedBetween(idle, startedAt, endedAt))}`;
    const reason = error === null ? '' : ` · ${error.code}: ${tellError(error).slice(0, 2_000)}`;
    return html`<li value="${attempt}">Attempt ${attempt}${length}${reason}</li>`;
  });
  return html`<ol class="attempts">${shown}</ol>`;
}

const ROLES = { system: 'Instructions', user: 'To the model', assistant: 'The model', tool: 'A tool' } as const;

function drawTalk(step: ActivationView, room: ValueRoom): Markup | null {
  const talk = toConversation(step);
  if (talk.length === 0) return null;
  const before =
    talk.length > MOST_LISTED ? html`<p class="none">${talk.length - MOST_LISTED} messages before these.</p>` : null;
  return html`${before}<ol class="talk">${talk.slice(-MOST_LISTED).map((message) => drawMessage(message, room))}</ol>`;
}

function drawMessage({ role, text, calls, turn }: TalkMessage, room: ValueRoom): Markup {
  const usage = turn?.usage === undefined ? '' : ` · ${formatUsage(turn.usage)}`;
  const asked = calls.map(({ name, input }) => drawValue(`Asks for ${name}`, input, room));
  const said = text === '' && asked.length > 0 ? null : drawValue(`${ROLES[role]}${usage}`, text, room);
  return html`<li class="${role}">${said}${asked}</li>`;
}

/** The tools and memories that it called; what went to models is the conversation. */
function drawCalls({ effects }: ActivationView, room: ValueRoom): Markup | null {
  const calls = effects.filter(({ kind, error }) => kind !== 'model' || error !== null);
  if (calls.length === 0) return null;
  const before =
    calls.length > MOST_LISTED ? html`<p class="none">${calls.length - MOST_LISTED} calls before these.</p>` : null;
  return html`${before}${calls.slice(-MOST_LISTED).map((call) => drawCall(call, room))}`;
}

const KINDS = { tool: 'Tool', memory: 'Memory', model: 'Model' } as const;

function drawCall(call: EffectView, room: ValueRoom): Markup {
  const { kind, name, startedAt, endedAt, idle = 0, child } = call;
  const length = endedAt === null ? 'not answered' : formatLength(endedAt - startedAt - idle);
  const inside =
    child === undefined ? null : html`<p class="where">It ran ${child.file} as the run ${child.runId}.</p>`;
  const again = isRepeated(call) ? html`<p class="where">${describeRepeat(call)}.</p>` : null;
  const made = call.simulated ? html`<span class="mark">Simulated</span>` : null;
  const answer = call.error === null ? drawValue('Response', call.response, room) : drawError(call.error, room);
  return html`<div class="call"><p><strong>${KINDS[kind]}</strong> ${name} <small>${length}</small>${made}</p>${inside}${again}${drawValue('Request', call.request, room)}${answer}</div>`;
}

/** One step of a report, with how many containers are around it. */
export interface ReportStep {
  readonly step: ActivationView;
  readonly depth: number;
}

/** Most steps of one report. */
const MOST_STEPS = 2_000;

/** How many of them are kept for those that failed, wherever they are. */
const MOST_FAILED = 500;

/**
 * The steps of a report in the order in which they began, each followed by those inside it. Of a run with more than `most`: the
 * first that failed, with the containers around them, then the first ones.
 */
export function listSteps({ activations }: RunView, most: number = MOST_STEPS): readonly ReportStep[] {
  const chosen = activations.size <= most ? null : choose(activations, most);
  const inside = new Map<number | null, ActivationView[]>();
  for (const step of activations.values()) {
    if (chosen?.has(step.activation) === false) continue;
    const parent = parentOf(activations, step);
    const beside = inside.get(parent);
    if (beside === undefined) inside.set(parent, [step]);
    else beside.push(step);
  }
  const steps: ReportStep[] = [];
  const open: ReportStep[] = stackOf(inside.get(null), 0);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    steps.push(next);
    open.push(...stackOf(inside.get(next.step.activation), next.depth + 1));
  }
  return steps;
}

function stackOf(steps: readonly ActivationView[] = [], depth: number): ReportStep[] {
  return steps.map((step) => ({ step, depth })).toReversed();
}

function choose(activations: RunView['activations'], most: number): ReadonlySet<number> {
  const chosen = new Set<number>();
  let failed = 0;
  for (const step of activations.values()) {
    if (failed === MOST_FAILED || chosen.size >= most) break;
    if (step.status !== 'error') continue;
    failed += 1;
    for (let at: ActivationView | undefined = step; at !== undefined; at = above(activations, at))
      chosen.add(at.activation);
  }
  for (const step of activations.values()) {
    if (chosen.size >= most) break;
    chosen.add(step.activation);
  }
  return chosen;
}

function above(activations: RunView['activations'], step: ActivationView): ActivationView | undefined {
  const parent = parentOf(activations, step);
  return parent === null ? undefined : activations.get(parent);
}

/** What is inside began later: a run from a file that says otherwise leads in no circle. */
function parentOf(activations: RunView['activations'], { activation, parent }: ActivationView): number | null {
  return parent !== null && parent < activation && activations.has(parent) ? parent : null;
}
