import * as wire from '../../../wire/index.ts';
import * as api from '../ApiProblem.ts';
import { record } from './parts.ts';

export const AUDIT_PAGE = wire.AUDIT_PAGE.schema;

/** What the server allows, and how much of that is taken. */
export const SERVER = wire.SERVER.schema;

export const WORKFLOWS = wire.WORKFLOWS.schema;

export const HEALTH = record({ status: { enum: ['ok'] } });

export const READY = record({ status: { enum: ['ready'] } });

export const PROBLEM = api.PROBLEM.schema;
