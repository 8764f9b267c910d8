/** The look of a report: the tokens of the app, by day, by night and on paper; no file next to it. */
export const REPORT_STYLE = `
:root{color-scheme:light;--background:#f7f7f5;--surface:#fff;--raised:#fff;--sunken:#f1f1ee;--line:#e4e4df;--line-strong:#d3d3cc;--ink:#1c1d1f;--ink-2:#5b5f66;--ink-3:#646970;--accent:#3d5afe;--success:#0f7650;--success-soft:#e5f5ee;--error:#c8323c;--error-soft:#fdecec;--warning:#985806;--warning-soft:#fdf3e0;--agent:#6d4ae0;--agent-soft:#f0ecff;--tool:#1866b8;--tool-soft:#e8f2fd;--container:#0b726d;--container-soft:#e4f3f2;--wait:#a64b08;--wait-soft:#fcefe4;--neutral-soft:#f0f0ed}
@media screen and (prefers-color-scheme:dark){:root{color-scheme:dark;--background:#121315;--surface:#191b1e;--raised:#1f2226;--sunken:#131517;--line:#2a2d32;--line-strong:#3a3e45;--ink:#eceef1;--ink-2:#a4a9b2;--ink-3:#979da7;--accent:#7d92ff;--success:#4cc38a;--success-soft:#14301f;--error:#ff6b72;--error-soft:#3a1a1d;--warning:#e5a64b;--warning-soft:#352812;--agent:#a996ff;--agent-soft:#2a2442;--tool:#6cb2f5;--tool-soft:#182a3d;--container:#4fc4bd;--container-soft:#11302e;--wait:#f09a57;--wait-soft:#3a2413;--neutral-soft:#292c31}}
*{box-sizing:border-box}
body{margin:0;background:var(--background);color:var(--ink);font:14px/1.5 Inter,system-ui,sans-serif;-webkit-text-size-adjust:100%}
main{max-width:1080px;margin:0 auto;padding:32px 24px 64px}
h1{margin:0 0 4px;font-size:24px;line-height:1.25;overflow-wrap:anywhere}
h2{margin:36px 0 10px;font-size:17px}
h3{margin:0;font-size:14px;overflow-wrap:anywhere}
.label{margin:0 0 4px;font-size:11.5px;font-weight:600;color:var(--ink-2)}
p{margin:0 0 8px;overflow-wrap:anywhere}
a{color:inherit}
code,pre{font:12px/1.55 "JetBrains Mono",ui-monospace,Menlo,Consolas,monospace}
pre{margin:0;border:1px solid var(--line);padding:8px 10px;border-radius:6px;background:var(--sunken);white-space:pre-wrap;overflow-wrap:anywhere;tab-size:2}
summary{cursor:pointer;padding:6px 10px;border-radius:6px;background:var(--sunken);overflow-wrap:anywhere}
details[open]>summary{margin-bottom:4px}
small,.none{color:var(--ink-2);font-size:12px}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.lead{color:var(--ink-2)}
.facts{display:grid;grid-template-columns:repeat(auto-fill,minmax(220px,1fr));gap:10px 20px;margin:18px 0 0}
.facts dt{font-size:11.5px;color:var(--ink-2)}
.facts dd{margin:0;overflow-wrap:anywhere}
.status{display:inline-block;padding:1px 8px;border-radius:10px;font-size:12px;font-weight:600;background:var(--neutral-soft);color:var(--ink-2);white-space:nowrap}
.status.success{background:var(--success-soft);color:var(--success)}
.status.error{background:var(--error-soft);color:var(--error)}
.status.waiting,.status.retrying{background:var(--wait-soft);color:var(--wait)}
.status.running{background:var(--tool-soft);color:var(--tool)}
.mark{margin-left:6px;padding:1px 7px;border-radius:9px;font-size:11.5px;background:var(--warning-soft);color:var(--warning);white-space:nowrap}
.failure{margin:12px 0 0;padding:10px 12px;border-radius:8px;border:1px solid var(--error);background:var(--error-soft)}
.failure p{margin:4px 0 0;white-space:pre-wrap}
.failure .value{margin-top:8px}
.graph{overflow-x:auto;padding:8px;border:1px solid var(--line);border-radius:10px;background:var(--background)}
.graph svg{display:block;width:auto;max-width:100%;height:auto;max-height:900px;margin:0 auto}
table{width:100%;border-collapse:collapse;font-size:13px}
th{padding:4px 8px;text-align:left;font-size:11.5px;font-weight:600;color:var(--ink-2)}
td{padding:3px 8px;border-top:1px solid var(--line);vertical-align:middle}
td:first-child,th:first-child{padding-left:0}
.name{display:block;overflow-wrap:anywhere}
.length{white-space:nowrap;text-align:right;font-variant-numeric:tabular-nums;color:var(--ink-2)}
.time{width:46%}
.track{position:relative;height:10px;border-radius:5px;background:var(--sunken)}
.bar{position:absolute;top:0;bottom:0;min-width:3px;border-radius:3px;background:var(--ink-3);-webkit-print-color-adjust:exact;print-color-adjust:exact}
.bar.success{background:var(--success)}.bar.error{background:var(--error)}.bar.running{background:var(--tool)}.bar.waiting{background:var(--wait);opacity:.55}.bar.cancelled{background:var(--ink-3)}.bar.model{background:var(--agent)}.bar.tool{background:var(--tool);top:25%;bottom:25%}.bar.idle{background:var(--background);opacity:.75}
.scale{display:flex;justify-content:space-between;font-weight:400}
.step{margin:0 0 14px;padding:12px 14px;border:1px solid var(--line);border-radius:10px;background:var(--surface)}
.step.failed{border-color:var(--error)}
.step header{display:flex;flex-wrap:wrap;align-items:center;gap:4px 10px}
.step .where{color:var(--ink-2);font-size:12px}
.value{margin-top:10px}
.value img{max-width:100%;max-height:480px;border-radius:6px}
.members{margin:0}.members>div{margin-top:6px}.members dd{margin:2px 0 0 12px}.members dt{color:var(--ink-2)}
.attempts{margin:8px 0 0;padding-left:20px;color:var(--ink-2);font-size:13px;overflow-wrap:anywhere}
.talk{margin:10px 0 0;padding:0;list-style:none}
.talk>li{margin-top:8px;padding-left:10px;border-left:3px solid var(--line-strong)}
.talk>li.assistant{border-color:var(--agent)}.talk>li.tool{border-color:var(--tool)}
.talk .value{margin-top:2px}
.call{margin-top:10px;padding-top:8px;border-top:1px solid var(--line)}
footer{margin-top:40px;color:var(--ink-2);font-size:12px}
@media (max-width:640px){main{padding:20px 14px 40px}.time{display:none}.length{width:1%}.graph svg{max-width:max(100%,640px);max-height:none}}
@media print{body{background:#fff;font-size:11pt}main{max-width:none;padding:0}h2{break-after:avoid}.step header,.step h3{break-after:avoid}tr,.graph{break-inside:avoid}.graph{overflow:visible}.graph svg{max-height:22cm;max-width:100%}details::details-content{content-visibility:visible;block-size:auto}.status,.mark{border:1px solid currentColor}}
`;
