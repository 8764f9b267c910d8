/** GitHub's own parser of workflows, as it is bundled for tests: its modules import JSON in a way that Node does not know. */
export { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
