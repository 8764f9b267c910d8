/** A workflow of n8n, as it exports one. */
export const N8N = `{
  "name": "Leads to Slack",
  "nodes": [
    {
      "parameters": { "httpMethod": "POST", "path": "leads", "options": {} },
      "id": "0f5532f9-36ba-4bef-86c7-30d607400b15",
      "name": "Webhook",
      "type": "n8n-nodes-base.webhook",
      "typeVersion": 2,
      "position": [240, 300]
    },
    {
      "parameters": {
        "conditions": { "string": [{ "value1": "={{ $json.body.email }}", "operation": "isNotEmpty" }] }
      },
      "id": "ec3a9f5c-7c1a-4a8e-9e57-9a3f8c1d2b11",
      "name": "Has mail?",
      "type": "n8n-nodes-base.if",
      "typeVersion": 1,
      "position": [460, 300]
    },
    {
      "parameters": { "channel": "#leads", "text": "=New lead: {{ $json.body.email }}" },
      "id": "77d6c3c8-6a51-4a3a-8d10-0d0d9b2c6a01",
      "name": "Slack",
      "type": "n8n-nodes-base.slack",
      "typeVersion": 2.1,
      "position": [680, 200],
      "credentials": { "slackApi": { "id": "3", "name": "Slack" } }
    }
  ],
  "connections": {
    "Webhook": { "main": [[{ "node": "Has mail?", "type": "main", "index": 0 }]] },
    "Has mail?": { "main": [[{ "node": "Slack", "type": "main", "index": 0 }], []] }
  },
  "active": false,
  "settings": { "executionOrder": "v1" },
  "pinData": {}
}
`;
