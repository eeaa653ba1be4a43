import type { OpenAPIV3_1 } from 'openapi-types'

const mailServer = { host: 'mail.example.com', port: 993, encryption: 'implicit' }
const mailbox = {
  address: 'mine@example.com',
  name: 'Mine',
  folder: 'INBOX',
  plus_addresses: true,
  authentication_server: null,
  imap: { ...mailServer, user: 'mine', password: 'mine' },
  smtp: { ...mailServer, login: null },
}

/** A valid body for each route that needs one, so that only the foreign id can cause an error. */
export const bodies: Record<string, object> = {
  'PATCH /v1/organizations/{organization_id}': { name: 'Taken over' },
  'PATCH /v1/organizations/{organization_id}/agents/{agent_id}': { role: 'admin' },
  'POST /v1/organizations/{organization_id}/invitations': { role: 'agent' },
  'POST /v1/organizations/{organization_id}/providers': { name: 'Mine' },
  'PATCH /v1/organizations/{organization_id}/providers/{provider_id}': { name: 'Mine' },
  'PATCH /v1/organizations/{organization_id}/providers/{provider_id}/member-login': { session_days: 1 },
  // Refused before anything is sent to the platform.
  'POST /v1/organizations/{organization_id}/channels': { channel: 'telegram', token: 'mine' },
  'PUT /v1/organizations/{organization_id}/channels/{channel_id}/token': { token: 'mine' },
  'PUT /v1/organizations/{organization_id}/channels/{channel_id}/automatic-replies': {
    greeting: { on: true, text: null, translations: {} },
    away: { on: false, text: null, translations: {} },
  },
  'POST /v1/organizations/{organization_id}/channels/mailbox-test': { channel_id: null, mailbox },
  'PUT /v1/organizations/{organization_id}/channels/{channel_id}/mailbox': mailbox,
  'PUT /v1/organizations/{organization_id}/channels/{channel_id}/mini-app': { widget_id: null },
  'POST /v1/organizations/{organization_id}/webhooks': {
    url: 'https://hooks.ours.com/',
    events: ['customer.created'],
  },
  'PATCH /v1/organizations/{organization_id}/webhooks/{webhook_id}': { active: false },
  'POST /v1/organizations/{organization_id}/deliveries/resend': {},
  'POST /v1/organizations/{organization_id}/conversations/{conversation_id}/assign': { agent_id: null },
  'POST /v1/organizations/{organization_id}/conversations/{conversation_id}/messages': {
    client_id: '01890000-0000-7000-8000-000000000001',
    sender: { type: 'system' },
    content: 'Mine',
  },
  'PATCH /v1/organizations/{organization_id}/conversations/{conversation_id}/messages/{message_id}': {
    content: 'Mine',
  },
  'POST /v1/organizations/{organization_id}/conversations/{conversation_id}/notes': {
    client_id: '01890000-0000-7000-8000-000000000001',
    content: 'Mine',
  },
  'PATCH /v1/organizations/{organization_id}/notes/{note_id}': { content: 'Mine' },
  'PUT /v1/organizations/{organization_id}/conversations/{conversation_id}/drafts/{kind}': {
    content: 'Mine',
  },
  'PATCH /v1/organizations/{organization_id}/composer-settings': { undo_send: true },
  'POST /v1/organizations/{organization_id}/canned-replies': {
    shortcut: 'mine',
    content: 'Mine',
    visibility: { type: 'organization' },
  },
  'PATCH /v1/organizations/{organization_id}/canned-replies/{canned_reply_id}': { content: 'Mine' },
  'POST /v1/organizations/{organization_id}/canned-replies/media-tickets': { name: 'mine.txt', size: 4 },
  'POST /v1/organizations/{organization_id}/canned-replies/import': {
    csv: 'shortcut,content\r\nmine,Mine\r\n',
    dry_run: false,
  },
  'POST /v1/organizations/{organization_id}/notifications/read': {
    ids: ['01890000-0000-7000-8000-000000000001'],
  },
  'PATCH /v1/organizations/{organization_id}/notifications/settings': { kind: 'mention', transports: [] },
  'PATCH /v1/organizations/{organization_id}/mail-settings': { notification_previews: true },
  'POST /v1/organizations/{organization_id}/mail-settings/test': {},
  'POST /v1/organizations/{organization_id}/report-schedules': reportSchedule(),
  'PUT /v1/organizations/{organization_id}/report-schedules/{report_schedule_id}': reportSchedule(),
  'PUT /v1/organizations/{organization_id}/conversations/{conversation_id}/priority': { priority: 'high' },
  'POST /v1/organizations/{organization_id}/conversations/{conversation_id}/snooze': { until: null },
  'POST /v1/organizations/{organization_id}/conversations/bulk': {
    conversation_ids: ['01890000-0000-7000-8000-000000000001'],
    change: { type: 'close' },
  },
  'PUT /v1/organizations/{organization_id}/business-hours': noHours(),
  'PUT /v1/organizations/{organization_id}/teams/{team_id}/business-hours': noHours(),
  'POST /v1/organizations/{organization_id}/sla-policies': {
    name: 'Mine',
    conditions: { priority: 'low' },
    counting: 'clock',
    targets: { first_response: 60, next_response: null, resolution: null },
  },
  'PUT /v1/organizations/{organization_id}/sla-policies/order': { ids: [] },
  'PATCH /v1/organizations/{organization_id}/sla-policies/{sla_policy_id}': { name: 'Mine' },
  'POST /v1/organizations/{organization_id}/labels': { name: 'Mine', colour: 'grey' },
  'POST /v1/organizations/{organization_id}/teams': { name: 'Mine' },
  'PATCH /v1/organizations/{organization_id}/teams/{team_id}': { name: 'Mine' },
  'PUT /v1/organizations/{organization_id}/conversations/{conversation_id}/team': { team_id: null },
  'PATCH /v1/organizations/{organization_id}/labels/{label_id}': { name: 'Mine' },
  'POST /v1/organizations/{organization_id}/views': {
    name: 'Mine',
    visibility: { type: 'organization' },
    view: 'open',
    filter: {},
    sort: 'newest',
  },
  'PATCH /v1/organizations/{organization_id}/views/{view_id}': { name: 'Mine' },
  'POST /v1/organizations/{organization_id}/automation-rules': {
    name: 'Mine',
    enabled: true,
    trigger: { type: 'conversation_opened' },
    conditions: { filter: {}, text: null, hours: null },
    actions: [{ type: 'close' }],
    once: false,
    stop: false,
  },
  'PUT /v1/organizations/{organization_id}/automation-rules/order': { ids: [] },
  'PATCH /v1/organizations/{organization_id}/automation-rules/{rule_id}': { name: 'Mine' },
  'POST /v1/organizations/{organization_id}/automation-rules/{rule_id}/test': {
    conversation_id: '01890000-0000-7000-8000-000000000001',
  },
  'PATCH /v1/organizations/{organization_id}/customers/{customer_id}': { is_blocked: true },
  'PATCH /v1/organizations/{organization_id}/calls/{call_id}': { note: 'Mine' },
  'POST /v1/organizations/{organization_id}/calls/{call_id}/recordings/{recording_id}/finish': { chunks: 1 },
  'POST /v1/organizations/{organization_id}/api-keys': { name: 'Mine', scopes: ['webhooks:read'] },
}
export const queries: Record<string, string> = {
  'GET /v1/organizations/{organization_id}/conversations': '?view=open',
  'GET /v1/organizations/{organization_id}/search': '?q=secret',
  'GET /v1/organizations/{organization_id}/reports/{report}': '?from=2026-01-01&to=2026-01-31',
  'GET /v1/organizations/{organization_id}/reports/{report}/items':
    '?from=2026-01-01&to=2026-01-31&metric=started',
  'GET /v1/organizations/{organization_id}/reports/{report}/export': '?from=2026-01-01&to=2026-01-31',
}

function noHours() {
  return { enabled: false, time_zone: 'UTC', week: [[], [], [], [], [], [], []], exceptions: [] }
}

/** Routes of organizations as in the OpenAPI document: `GET /v1/organizations/{organization_id}/...`. */
export const routesOfOrganizations = ({ paths = {} }: OpenAPIV3_1.Document): string[] =>
  Object.entries(paths)
    .filter(([path]) => path.includes('{organization_id}'))
    .flatMap(([path, item]) => Object.keys(item ?? {}).map((method) => `${method.toUpperCase()} ${path}`))

function reportSchedule() {
  const agent_ids = ['01890000-0000-7000-8000-000000000001']
  return { report: 'conversations', cadence: 'daily', hour: 8, agent_ids, language: 'en' }
}
