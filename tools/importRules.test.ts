import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { checkImports } from './checkImports.mjs';
import { importRules, MOST_SOURCES } from './importRules.mjs';
import { FEATURE_ROWS } from './rooms.mjs';

/** One import per rule that breaks it: from a file, to a file or a package. */
const VIOLATIONS: Record<string, { from: string; to: string }> = {
  'engine-base-looks-down': { from: 'engine/base/a.ts', to: 'engine/text/index.ts' },
  'engine-text-looks-down': { from: 'engine/text/a.ts', to: 'engine/syntax/index.ts' },
  'engine-tools-looks-down': { from: 'engine/tools/a.ts', to: 'engine/text/index.ts' },
  'engine-syntax-looks-down': { from: 'engine/syntax/a.ts', to: 'engine/model/index.ts' },
  'engine-schema-looks-down': { from: 'engine/schema/a.ts', to: 'engine/expression/index.ts' },
  'engine-model-looks-down': { from: 'engine/model/a.ts', to: 'engine/schema/index.ts' },
  'engine-expression-looks-down': { from: 'engine/expression/a.ts', to: 'engine/graph/index.ts' },
  'engine-types-looks-down': { from: 'engine/types/a.ts', to: 'engine/check/index.ts' },
  'engine-graph-looks-down': { from: 'engine/graph/a.ts', to: 'engine/check/index.ts' },
  'engine-serveConfig-looks-down': { from: 'engine/serveConfig/a.ts', to: 'engine/check/index.ts' },
  'engine-testFile-looks-down': { from: 'engine/testFile/a.ts', to: 'engine/check/index.ts' },
  'engine-convert-looks-down': { from: 'engine/convert/a.ts', to: 'engine/edit/index.ts' },
  'engine-layout-looks-down': { from: 'engine/layout/a.ts', to: 'engine/edit/index.ts' },
  'engine-check-looks-down': { from: 'engine/check/a.ts', to: 'engine/run/index.ts' },
  'engine-edit-looks-down': { from: 'engine/edit/a.ts', to: 'engine/check/index.ts' },
  'engine-run-looks-down': { from: 'engine/run/a.ts', to: 'engine/effects/index.ts' },
  'engine-driver-looks-down': { from: 'engine/driver/a.ts', to: 'engine/proof/index.ts' },
  'engine-proof-looks-down': { from: 'engine/proof/a.ts', to: 'engine/hosts/node/index.ts' },
  'engine-authoring-looks-down': { from: 'engine/authoring/a.ts', to: 'engine/hosts/node/index.ts' },
  'authoring-describe-looks-down': { from: 'engine/authoring/describe/a.ts', to: 'engine/authoring/tools/b.ts' },
  'authoring-tools-looks-down': { from: 'engine/authoring/tools/a.ts', to: 'engine/authoring/converse/b.ts' },
  'authoring-converse-looks-down': { from: 'engine/authoring/converse/a.ts', to: 'engine/authoring/top.ts' },
  'proof-cassette-looks-down': { from: 'engine/proof/cassette/a.ts', to: 'engine/proof/play/b.ts' },
  'proof-backtest-looks-down': { from: 'engine/proof/backtest/a.ts', to: 'engine/proof/judge/b.ts' },
  'proof-play-looks-down': { from: 'engine/proof/play/a.ts', to: 'engine/proof/judge/b.ts' },
  'proof-judge-looks-down': { from: 'engine/proof/judge/a.ts', to: 'engine/proof/top.ts' },
  'proof-cover-looks-down': { from: 'engine/proof/cover/a.ts', to: 'engine/proof/judge/b.ts' },
  'proof-dataset-looks-down': { from: 'engine/proof/dataset/a.ts', to: 'engine/proof/drill/b.ts' },
  'proof-drill-looks-down': { from: 'engine/proof/drill/a.ts', to: 'engine/proof/mutate/b.ts' },
  'proof-mutate-looks-down': { from: 'engine/proof/mutate/a.ts', to: 'engine/proof/drill/b.ts' },
  'proof-merge-looks-down': { from: 'engine/proof/merge/a.ts', to: 'engine/proof/drill/b.ts' },
  'proof-record-looks-down': { from: 'engine/proof/record/a.ts', to: 'engine/proof/drill/b.ts' },
  'proof-update-looks-down': { from: 'engine/proof/update/a.ts', to: 'engine/proof/drill/b.ts' },
  'proof-save-looks-down': { from: 'engine/proof/save/a.ts', to: 'engine/proof/judge/b.ts' },
  'syntax-lines-looks-down': { from: 'engine/syntax/lines/a.ts', to: 'engine/syntax/tree/b.ts' },
  'syntax-tree-looks-down': { from: 'engine/syntax/tree/a.ts', to: 'engine/syntax/parsing/b.ts' },
  'syntax-simple-looks-down': { from: 'engine/syntax/simple/a.ts', to: 'engine/syntax/parsing/b.ts' },
  'syntax-parsing-looks-down': { from: 'engine/syntax/parsing/a.ts', to: 'engine/syntax/writing/b.ts' },
  'syntax-writing-looks-down': { from: 'engine/syntax/writing/a.ts', to: 'engine/syntax/parsing/b.ts' },
  'syntax-changes-looks-down': { from: 'engine/syntax/changes/a.ts', to: 'engine/syntax/top.ts' },
  'model-workflow-looks-down': { from: 'engine/model/workflow/a.ts', to: 'engine/model/imports/b.ts' },
  'model-imports-looks-down': { from: 'engine/model/imports/a.ts', to: 'engine/model/top.ts' },
  'expression-tree-looks-down': { from: 'engine/expression/tree/a.ts', to: 'engine/expression/values/b.ts' },
  'expression-values-looks-down': { from: 'engine/expression/values/a.ts', to: 'engine/expression/functions/b.ts' },
  'expression-functions-looks-down': {
    from: 'engine/expression/functions/a.ts',
    to: 'engine/expression/parsing/b.ts',
  },
  'expression-parsing-looks-down': { from: 'engine/expression/parsing/a.ts', to: 'engine/expression/evaluating/b.ts' },
  'expression-evaluating-looks-down': { from: 'engine/expression/evaluating/a.ts', to: 'engine/expression/top.ts' },
  'check-foreign-looks-down': { from: 'engine/check/foreign/a.ts', to: 'engine/check/subject/b.ts' },
  'check-subject-looks-down': { from: 'engine/check/subject/a.ts', to: 'engine/check/rules/flow/b.ts' },
  'check-rules-format-looks-down': { from: 'engine/check/rules/format/a.ts', to: 'engine/check/rules/flow/b.ts' },
  'check-rules-flow-looks-down': { from: 'engine/check/rules/flow/a.ts', to: 'engine/check/rules/format/b.ts' },
  'check-rules-resources-looks-down': { from: 'engine/check/rules/resources/a.ts', to: 'engine/check/top.ts' },
  'check-rules-values-looks-down': { from: 'engine/check/rules/values/a.ts', to: 'engine/check/rules/flow/b.ts' },
  'change-match-looks-down': { from: 'engine/change/match/a.ts', to: 'engine/change/align/b.ts' },
  'change-align-looks-down': { from: 'engine/change/align/a.ts', to: 'engine/change/compare/b.ts' },
  'change-compare-looks-down': { from: 'engine/change/compare/a.ts', to: 'engine/change/name/b.ts' },
  'change-name-looks-down': { from: 'engine/change/name/a.ts', to: 'engine/change/picture/b.ts' },
  'change-picture-looks-down': { from: 'engine/change/picture/a.ts', to: 'engine/change/top.ts' },
  'change-merge-looks-down': { from: 'engine/change/merge/a.ts', to: 'engine/change/align/b.ts' },
  'edit-find-looks-down': { from: 'engine/edit/find/a.ts', to: 'engine/edit/steps/b.ts' },
  'edit-steps-looks-down': { from: 'engine/edit/steps/a.ts', to: 'engine/edit/commands/b.ts' },
  'edit-search-looks-down': { from: 'engine/edit/search/a.ts', to: 'engine/edit/rename/b.ts' },
  'edit-rename-looks-down': { from: 'engine/edit/rename/a.ts', to: 'engine/edit/commands/b.ts' },
  'edit-offer-looks-down': { from: 'engine/edit/offer/a.ts', to: 'engine/edit/commands/b.ts' },
  'edit-commands-looks-down': { from: 'engine/edit/commands/a.ts', to: 'engine/edit/wrap/b.ts' },
  'edit-wrap-looks-down': { from: 'engine/edit/wrap/a.ts', to: 'engine/edit/files/b.ts' },
  'edit-files-looks-down': { from: 'engine/edit/files/a.ts', to: 'engine/edit/top.ts' },
  'worker-platform-looks-down': { from: 'engine/hosts/worker/platform/a.ts', to: 'engine/hosts/worker/sandbox/b.ts' },
  'worker-sandbox-looks-down': { from: 'engine/hosts/worker/sandbox/a.ts', to: 'engine/hosts/worker/protocol/b.ts' },
  'worker-facts-looks-down': { from: 'engine/hosts/worker/facts/a.ts', to: 'engine/hosts/worker/protocol/b.ts' },
  'worker-protocol-looks-down': { from: 'engine/hosts/worker/protocol/a.ts', to: 'engine/hosts/worker/journal/b.ts' },
  'worker-journal-looks-down': { from: 'engine/hosts/worker/journal/a.ts', to: 'engine/hosts/worker/workspace/b.ts' },
  'worker-workspace-looks-down': {
    from: 'engine/hosts/worker/workspace/a.ts',
    to: 'engine/hosts/worker/run/record/b.ts',
  },
  'worker-run-record-looks-down': {
    from: 'engine/hosts/worker/run/record/a.ts',
    to: 'engine/hosts/worker/run/open/b.ts',
  },
  'worker-run-open-looks-down': {
    from: 'engine/hosts/worker/run/open/a.ts',
    to: 'engine/hosts/worker/run/execute/b.ts',
  },
  'worker-run-execute-looks-down': {
    from: 'engine/hosts/worker/run/execute/a.ts',
    to: 'engine/hosts/worker/exported/b.ts',
  },
  'worker-children-looks-down': { from: 'engine/hosts/worker/children/a.ts', to: 'engine/hosts/worker/exported/b.ts' },
  'worker-exported-looks-down': { from: 'engine/hosts/worker/exported/a.ts', to: 'engine/hosts/worker/history/b.ts' },
  'worker-servers-looks-down': { from: 'engine/hosts/worker/servers/a.ts', to: 'engine/hosts/worker/top.ts' },
  'worker-proof-looks-down': { from: 'engine/hosts/worker/proof/a.ts', to: 'engine/hosts/worker/top.ts' },
  'worker-history-looks-down': { from: 'engine/hosts/worker/history/a.ts', to: 'engine/hosts/worker/top.ts' },
  'language-places-looks-down': { from: 'engine/language/places/a.ts', to: 'engine/language/names/b.ts' },
  'language-lineage-looks-down': { from: 'engine/language/lineage/a.ts', to: 'engine/language/names/b.ts' },
  'language-names-looks-down': { from: 'engine/language/names/a.ts', to: 'engine/language/outline/b.ts' },
  'language-outline-looks-down': { from: 'engine/language/outline/a.ts', to: 'engine/language/names/b.ts' },
  'language-completion-looks-down': { from: 'engine/language/completion/a.ts', to: 'engine/language/hover/b.ts' },
  'language-hover-looks-down': { from: 'engine/language/hover/a.ts', to: 'engine/language/top.ts' },
  'run-contract-looks-down': { from: 'engine/run/contract/a.ts', to: 'engine/run/trace/b.ts' },
  'run-trace-looks-down': { from: 'engine/run/trace/a.ts', to: 'engine/run/program/b.ts' },
  'run-program-looks-down': { from: 'engine/run/program/a.ts', to: 'engine/run/state/b.ts' },
  'run-state-looks-down': { from: 'engine/run/state/a.ts', to: 'engine/run/evaluate/b.ts' },
  'run-evaluate-looks-down': { from: 'engine/run/evaluate/a.ts', to: 'engine/run/debugger/b.ts' },
  'run-debugger-looks-down': { from: 'engine/run/debugger/a.ts', to: 'engine/run/requests/b.ts' },
  'run-requests-looks-down': { from: 'engine/run/requests/a.ts', to: 'engine/run/memory/b.ts' },
  'run-memory-looks-down': { from: 'engine/run/memory/a.ts', to: 'engine/run/uses/b.ts' },
  'run-uses-looks-down': { from: 'engine/run/uses/a.ts', to: 'engine/run/scheduler/b.ts' },
  'run-scheduler-looks-down': { from: 'engine/run/scheduler/a.ts', to: 'engine/run/tasks/b.ts' },
  'run-tasks-looks-down': { from: 'engine/run/tasks/a.ts', to: 'engine/run/advance.ts' },
  'session-store-looks-down': { from: 'app/session/store/a.ts', to: 'app/session/document/b.ts' },
  'session-document-looks-down': { from: 'app/session/document/a.ts', to: 'app/session/workspace/index.ts' },
  'session-workspace-looks-down': { from: 'app/session/workspace/a.ts', to: 'app/session/run/index.ts' },
  'session-servers-looks-down': { from: 'app/session/servers/a.ts', to: 'app/session/run/index.ts' },
  'session-servedRuns-looks-down': { from: 'app/session/servedRuns/a.ts', to: 'app/session/storage/index.ts' },
  'session-history-looks-down': { from: 'app/session/history/a.ts', to: 'app/session/storage/index.ts' },
  'session-run-looks-down': { from: 'app/session/run/a.ts', to: 'app/session/relatedRuns/index.ts' },
  'session-relatedRuns-looks-down': { from: 'app/session/relatedRuns/a.ts', to: 'app/session/storage/index.ts' },
  'session-runSteps-looks-down': { from: 'app/session/runSteps/a.ts', to: 'app/session/storage/index.ts' },
  'session-backtest-looks-down': { from: 'app/session/backtest/a.ts', to: 'app/session/storage/index.ts' },
  'session-tests-looks-down': { from: 'app/session/tests/a.ts', to: 'app/session/storage/index.ts' },
  'session-proposals-looks-down': { from: 'app/session/proposals/a.ts', to: 'app/session/address/index.ts' },
  'session-merges-looks-down': { from: 'app/session/merges/a.ts', to: 'app/session/address/index.ts' },
  'session-versions-looks-down': { from: 'app/session/versions/a.ts', to: 'app/session/storage/index.ts' },
  'session-storage-looks-down': { from: 'app/session/storage/a.ts', to: 'app/session/address/index.ts' },
  'session-address-looks-down': { from: 'app/session/address/a.ts', to: 'app/session/index.ts' },
  'session-by-its-doors': { from: 'app/runs/f.ts', to: 'app/session/run/b.ts' },
  'engine-service-looks-down': { from: 'engine/service/a.ts', to: 'engine/server/index.ts' },
  'engine-server-looks-down': { from: 'engine/server/a.ts', to: 'engine/cli/main.ts' },
  'service-rooms-are-apart': { from: 'engine/service/restate/worker/a.ts', to: 'engine/service/local/b.ts' },
  'service-port-is-low': { from: 'engine/service/port.ts', to: 'engine/service/common/b.ts' },
  'server-is-of-node': { from: 'engine/server/b.ts', to: 'engine/hosts/worker/index.ts' },
  'engine-language-looks-down': { from: 'engine/language/a.ts', to: 'engine/effects/index.ts' },
  'engine-wire-looks-down': { from: 'engine/wire/a.ts', to: 'engine/hosts/node/index.ts' },
  'engine-bound-looks-down': { from: 'engine/bound/a.ts', to: 'engine/proof/index.ts' },
  'engine-change-looks-down': { from: 'engine/change/a.ts', to: 'engine/proof/index.ts' },
  'engine-author-looks-down': { from: 'engine/author/a.ts', to: 'engine/effects/index.ts' },
  'author-commands-looks-down': { from: 'engine/author/commands/a.ts', to: 'engine/author/top.ts' },
  'engine-effects-looks-down': { from: 'engine/effects/a.ts', to: 'engine/hosts/worker/index.ts' },
  'engine-hosts-looks-down': { from: 'engine/hosts/worker/a.ts', to: 'engine/cli/index.ts' },
  'engine-cli-looks-down': { from: 'engine/cli/a.ts', to: 'engine/testing/index.ts' },
  'ui-icons.ts-looks-down': { from: 'app/ui/icons.ts', to: 'app/ui/base/b.ts' },
  'ui-lazyModule.ts-looks-down': { from: 'app/ui/lazyModule.ts', to: 'app/ui/base/b.ts' },
  'ui-markHidden.ts-looks-down': { from: 'app/ui/markHidden.ts', to: 'app/ui/icons.ts' },
  'ui-base-looks-down': { from: 'app/ui/base/a.ts', to: 'app/ui/display/b.ts' },
  'ui-display-looks-down': { from: 'app/ui/display/a.ts', to: 'app/ui/feedback/b.ts' },
  'ui-feedback-looks-down': { from: 'app/ui/feedback/a.ts', to: 'app/ui/controls/b.ts' },
  'ui-controls-looks-down': { from: 'app/ui/controls/a.ts', to: 'app/ui/menus/b.ts' },
  'ui-menus-looks-down': { from: 'app/ui/menus/a.ts', to: 'app/ui/controls/b.ts' },
  'ui-value-looks-down': { from: 'app/ui/value/a.ts', to: 'app/ui/layout/b.ts' },
  'ui-layout-looks-down': { from: 'app/ui/layout/a.ts', to: 'app/ui/reader/b.ts' },
  'ui-code-looks-down': { from: 'app/ui/code/a.ts', to: 'app/ui/reader/b.ts' },
  'ui-reader-looks-down': { from: 'app/ui/reader/a.ts', to: 'app/ui/index.ts' },
  'canvas-route-looks-down': { from: 'app/canvas/route/a.ts', to: 'app/canvas/model/b.ts' },
  'canvas-model-looks-down': { from: 'app/canvas/model/a.ts', to: 'app/canvas/state/b.ts' },
  'canvas-state-looks-down': { from: 'app/canvas/state/a.ts', to: 'app/canvas/large/b.ts' },
  'canvas-large-looks-down': { from: 'app/canvas/large/a.ts', to: 'app/canvas/picture/b.ts' },
  'canvas-picture-looks-down': { from: 'app/canvas/picture/a.ts', to: 'app/canvas/commands/b.ts' },
  'canvas-commands-looks-down': { from: 'app/canvas/commands/a.ts', to: 'app/canvas/gestures/b.ts' },
  'canvas-questions-looks-down': { from: 'app/canvas/questions/a.ts', to: 'app/canvas/view/b.ts' },
  'canvas-gestures-looks-down': { from: 'app/canvas/gestures/a.ts', to: 'app/canvas/view/b.ts' },
  'canvas-annotations-looks-down': { from: 'app/canvas/annotations/a.ts', to: 'app/canvas/view/b.ts' },
  'canvas-view-looks-down': { from: 'app/canvas/view/a.ts', to: 'app/canvas/compare/b.ts' },
  'canvas-compare-looks-down': { from: 'app/canvas/compare/a.ts', to: 'app/canvas/Canvas.tsx' },
  'inspector-language-looks-down': { from: 'app/inspector/language/a.ts', to: 'app/inspector/parts/b.ts' },
  'inspector-parts-looks-down': { from: 'app/inspector/parts/a.ts', to: 'app/inspector/fields/b.ts' },
  'inspector-expression-looks-down': { from: 'app/inspector/expression/a.ts', to: 'app/inspector/fields/b.ts' },
  'inspector-schema-looks-down': { from: 'app/inspector/schema/a.ts', to: 'app/inspector/fields/b.ts' },
  'inspector-fields-looks-down': { from: 'app/inspector/fields/a.ts', to: 'app/inspector/handlers/b.ts' },
  'inspector-handlers-looks-down': { from: 'app/inspector/handlers/a.ts', to: 'app/inspector/forms/b.ts' },
  'inspector-forms-looks-down': { from: 'app/inspector/forms/a.ts', to: 'app/inspector/Inspector.tsx' },
  'runs-parts-looks-down': { from: 'app/runs/parts/a.ts', to: 'app/runs/step/b.ts' },
  'runs-form-looks-down': { from: 'app/runs/form/a.ts', to: 'app/runs/step/b.ts' },
  'runs-history-looks-down': { from: 'app/runs/history/a.ts', to: 'app/runs/timeline/b.ts' },
  'runs-start-looks-down': { from: 'app/runs/start/a.ts', to: 'app/runs/timeline/b.ts' },
  'runs-timeline-looks-down': { from: 'app/runs/timeline/a.ts', to: 'app/runs/summary/b.ts' },
  'runs-step-looks-down': { from: 'app/runs/step/a.ts', to: 'app/runs/timeline/b.ts' },
  'runs-summary-looks-down': { from: 'app/runs/summary/a.ts', to: 'app/runs/compare/b.ts' },
  'runs-items-looks-down': { from: 'app/runs/items/a.ts', to: 'app/runs/compare/b.ts' },
  'runs-debug-looks-down': { from: 'app/runs/debug/a.ts', to: 'app/runs/compare/b.ts' },
  'runs-search-looks-down': { from: 'app/runs/search/a.ts', to: 'app/runs/timeline/b.ts' },
  'runs-compare-looks-down': { from: 'app/runs/compare/a.ts', to: 'app/runs/RunDrawer.tsx' },
  'runs-report-looks-down': { from: 'app/runs/report/a.ts', to: 'app/runs/RunDrawer.tsx' },
  'library-yaml-has-one-owner': { from: 'engine/model/b.ts', to: 'yaml' },
  'library-ajv-has-one-owner': { from: 'engine/check/b.ts', to: 'ajv' },
  'library-cfworker-has-one-owner': { from: 'engine/check/c.ts', to: '@cfworker/json-schema' },
  'library-re2-has-one-owner': { from: 'engine/run/c.ts', to: 're2js' },
  'library-comlink-has-one-owner': { from: 'app/platform/b.ts', to: 'comlink' },
  'library-restate-has-one-owner': { from: 'engine/run/d.ts', to: '@restatedev/restate-sdk' },
  'library-croner-has-one-owner': { from: 'engine/service/triggers/b.ts', to: 'croner' },
  'library-hono-has-one-owner': { from: 'engine/server/c.ts', to: 'hono' },
  'library-models-has-one-owner': { from: 'engine/run/b.ts', to: '@ai-sdk/openai' },
  'library-zustand-has-one-owner': { from: 'app/canvas/b.ts', to: 'zustand' },
  'library-xyflow-has-one-owner': { from: 'app/runs/b.ts', to: '@xyflow/react' },
  'library-monaco-has-one-owner': { from: 'app/runs/c.ts', to: 'monaco-editor' },
  'library-kit-has-one-owner': { from: 'app/runs/d.ts', to: 'radix-ui' },
  'testing-for-tests-only': { from: 'app/session/c.ts', to: 'engine/testing/index.ts' },
  'hosts-are-apart': { from: 'engine/hosts/node/a.ts', to: 'engine/hosts/worker/index.ts' },
  'rooms-by-their-index': { from: 'engine/graph/b.ts', to: 'engine/model/inner.ts' },
  'engine-knows-no-app': { from: 'engine/hosts/worker/c.ts', to: 'app/session/index.ts' },
  'engine-has-no-dom-library': { from: 'engine/edit/b.ts', to: 'react' },
  'app-enters-by-doors': { from: 'app/session/d.ts', to: 'engine/model/index.ts' },
  'app-ui-is-plain': { from: 'app/ui/a.ts', to: 'app/session/index.ts' },
  'app-platform-is-low': { from: 'app/platform/a.ts', to: 'app/session/index.ts' },
  'app-session-is-low': { from: 'app/session/a.ts', to: 'app/canvas/index.ts' },
  'app-actions-are-low': { from: 'app/actions/a.ts', to: 'app/canvas/index.ts' },
  'features-are-apart': { from: 'app/canvas/a.ts', to: 'app/runs/index.ts' },
  'features-keep-their-rooms': { from: 'app/actions/b.ts', to: 'app/ui/controls/b.ts' },
  'nothing-imports-the-top': { from: 'app/canvas/c.ts', to: 'app/App.tsx' },
  'no-cycles': { from: 'app/runs/loop.ts', to: 'app/runs/pool.ts' },
  'no-unresolved': { from: 'app/runs/e.ts', to: 'app/runs/nowhere.ts' },
  'no-star-exports': { from: 'engine/base/star.ts', to: 'export *' },
};

const FILES = [
  ...new Set(Object.values(VIOLATIONS).map(({ to }) => to)),
  'engine/index.ts',
  'engine/hosts/worker/index.ts',
].filter((to) => /^(engine|app)\//.test(to) && !to.endsWith('nowhere.ts'));

const PACKAGES = [
  'yaml',
  'ajv',
  '@cfworker/json-schema',
  're2js',
  'comlink',
  '@restatedev/restate-sdk',
  '@ai-sdk/openai',
  'zustand',
  '@xyflow/react',
  'monaco-editor',
  'radix-ui',
  'react',
];

let root = '';

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}

/** A house with a door in every room and nothing forbidden in it. */
function buildHouse(): void {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'signalbox-rules-')));
  write('package.json', JSON.stringify({ name: 'house', type: 'module', imports: { '#engine': './engine/index.ts' } }));
  for (const name of PACKAGES) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, main: 'index.js' }));
    write(`node_modules/${name}/index.js`, 'export const x = 1;\n');
  }
  for (const file of FILES) fill(file);
  write('app/session/fine.ts', "import { x } from '#engine';\nexport const y = x;\n");
}

/** A source that breaks no rule by itself. */
function fill(file: string): void {
  write(file, 'export const x = 1;\n');
}

function plant({ from, to }: { from: string; to: string }): void {
  const relative = path.relative(path.dirname(from), to);
  const specifier = /^(engine|app)\//.test(to) ? (relative.startsWith('.') ? relative : `./${relative}`) : to;
  write(
    from,
    to === 'export *' ? "export * from './index.ts';\n" : `import { x } from '${specifier}';\nexport const y = x;\n`,
  );
}

/** A file that imports a type and no value. */
function naming(specifier: string): string {
  return `import type { T } from '${specifier}';\nexport type T = unknown;\n`;
}

afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('import rules', () => {
  it('pass a house that keeps them, having read its modules', () => {
    buildHouse();
    const { modules, violations } = checkImports(root);
    expect(violations).toEqual([]);
    expect(modules).toBeGreaterThan(FILES.length - 1);
  });

  it('each catch the violation planted for them', () => {
    buildHouse();
    for (const violation of Object.values(VIOLATIONS)) plant(violation);
    write('app/runs/pool.ts', "import { y } from './loop.ts';\nexport const x = y;\n");
    const { violations } = checkImports(root);
    const caught = new Set(violations.map(({ rule, from }) => `${rule} in ${from}`));
    for (const [rule, { from }] of Object.entries(VIOLATIONS)) expect(caught).toContain(`${rule} in ${from}`);
  });

  it('find modules that import each other in a circle for their types alone, in every folder', () => {
    buildHouse();
    write('engine/run/state/one.ts', naming('./two.ts'));
    fill('engine/run/state/two.ts');
    expect(checkImports(root).violations).toEqual([]);
    for (const folder of ['engine/run/state', 'engine/base', 'app/canvas']) {
      write(`${folder}/one.ts`, naming('./two.ts'));
      write(`${folder}/two.ts`, naming('./three.ts'));
      write(`${folder}/three.ts`, naming('./one.ts'));
    }
    expect(checkImports(root).violations).toHaveLength(9);
    expect(new Set(checkImports(root).violations.map(({ rule }) => rule))).toEqual(new Set(['no-cycles']));
  });

  it('order every room of a feature, and its door names them in that order', () => {
    for (const [feature, rows] of Object.entries(FEATURE_ROWS)) {
      const folder = new URL(`../app/${feature}/`, import.meta.url);
      const rooms = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
      const ordered = rows.flat().filter((name) => !name.includes('.'));
      expect(rooms.map(({ name }) => name).sort()).toEqual(ordered.toSorted());
      const door = readFileSync(new URL('index.ts', folder), 'utf8');
      expect([...door.matchAll(/^ \* - `(\w+)`:/gm)].map(([, name]) => name)).toEqual(ordered);
    }
  });

  it('let a folder hold 25 sources, tests apart', () => {
    buildHouse();
    for (let count = 1; count <= MOST_SOURCES; count += 1) fill(`app/files/part${count}.ts`);
    fill('app/files/part1.test.ts');
    fill('app/files/testing.ts');
    expect(checkImports(root).violations).toEqual([]);
    fill('app/files/oneMore.tsx');
    expect(checkImports(root).violations).toEqual([
      { rule: 'at-most-25-sources', from: 'app/files', to: '26 sources' },
    ]);
  });

  it('are all tried here', () => {
    expect(Object.keys(VIOLATIONS).sort()).toEqual(
      [...importRules.map((rule) => rule.name), 'no-cycles', 'no-unresolved', 'no-star-exports'].sort(),
    );
  });
});
