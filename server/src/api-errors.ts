import { errorCodes, type ErrorCode } from '@parley/protocol/error'
import type { OpenAPIV3_1 } from 'openapi-types'
import { businessHoursErrors } from './business-hours-errors.ts'
import { channelErrors } from './channel-errors.ts'
import { conversationErrors } from './conversation-errors.ts'

const webhookUrlErrors = Object.keys(errorCodes).filter((code): code is ErrorCode =>
  code.startsWith('webhook_url_'),
)

/**
 * Errors of operations that cannot be derived from their route, by `method path`. All others are derived below.
 * Tests with the whole service fail for an error that is not listed (testing/declared-responses.ts).
 */
const declared: Record<string, ErrorCode[]> = {
  'post /v1/auth/sign-in/email': ['credentials_invalid', 'rate_limited'],
  'get /v1/auth/get-session': ['rate_limited'],
  'get /v1/me': ['rate_limited'],
  'post /v1/auth/update-user': ['rate_limited'],
  'post /v1/auth/revoke-sessions': ['rate_limited'],
  'post /v1/auth/change-password': ['credentials_invalid', 'password_weak', 'rate_limited'],
  'post /v1/public/setup': [
    'setup_done',
    'setup_token_invalid',
    'email_taken',
    'password_weak',
    'forbidden',
    'rate_limited',
  ],
  'post /v1/public/invitations/lookup': [
    'invitation_invalid',
    'invitation_expired',
    'invitation_used',
    'rate_limited',
  ],
  'post /v1/public/invitations/accept': [
    'unauthenticated',
    'forbidden',
    'invitation_invalid',
    'invitation_expired',
    'invitation_used',
    'already_member',
    'email_taken',
    'password_weak',
    'rate_limited',
  ],
  'post /v1/auth/confirm-email': ['mail_not_sent', 'mail_off', 'rate_limited'],
  'post /v1/auth/change-email': ['credentials_invalid', 'email_taken', 'mail_not_sent', 'rate_limited'],
  'post /v1/public/password-resets/request': ['forbidden', 'mail_off', 'rate_limited'],
  'post /v1/public/password-resets/lookup': [
    'forbidden',
    'reset_invalid',
    'reset_expired',
    'reset_used',
    'rate_limited',
  ],
  'post /v1/public/password-resets/use': [
    'forbidden',
    'reset_invalid',
    'reset_expired',
    'reset_used',
    'password_weak',
    'rate_limited',
  ],
  'post /v1/public/email-changes/confirm': [
    'forbidden',
    'email_link_invalid',
    'email_link_expired',
    'email_taken',
    'rate_limited',
  ],
  'post /v1/organizations/{organization_id}/agents/{agent_id}/reset-link': ['account_shared'],
  'post /v1/organizations/{organization_id}/canned-replies': cannedReplyErrors(),
  'patch /v1/organizations/{organization_id}/canned-replies/{canned_reply_id}': cannedReplyErrors(),
  'post /v1/organizations/{organization_id}/canned-replies/media-tickets': [
    'media_too_large',
    'media_type_not_allowed',
  ],
  'post /v1/organizations/{organization_id}/views': ['team_unknown', 'view_limit'],
  'patch /v1/organizations/{organization_id}/views/{view_id}': ['team_unknown', 'view_limit'],
  'post /v1/organizations/{organization_id}/invitations': ['already_member', 'mail_off', 'rate_limited'],
  'post /v1/organizations/{organization_id}/conversations/{conversation_id}/transcript': [
    'mail_off',
    'email_missing',
    'customer_blocked',
    'account_closed',
    'rate_limited',
  ],
  'post /v1/organizations/{organization_id}/mail-settings/test': ['mail_off', 'rate_limited'],
  'get /v1/public/providers/{provider_id}/widget': ['provider_unknown'],
  'get /v1/public/notification-mails/{agent_id}': ['link_invalid', 'link_expired'],
  'post /v1/public/notification-mails/{agent_id}': ['link_invalid', 'link_expired'],
  'post /v1/organizations/{organization_id}/report-schedules': ['mail_off', 'report_schedule_limit'],
  'put /v1/organizations/{organization_id}/report-schedules/{report_schedule_id}': ['mail_off'],
  'get /v1/organizations/{organization_id}/reports/{report}': reportErrors(),
  'get /v1/organizations/{organization_id}/reports/{report}/export': reportErrors(),
  'get /v1/organizations/{organization_id}/reports/{report}/items': [
    ...reportErrors(),
    'report_metric_unknown',
    'report_place_invalid',
  ],
  ...businessHoursErrors,
  ...conversationErrors,
  'post /v1/organizations/{organization_id}/teams': [...teamErrors(), 'team_limit'],
  'patch /v1/organizations/{organization_id}/teams/{team_id}': teamErrors(),
  'post /v1/organizations/{organization_id}/automation-rules': ['rule_invalid', 'rule_limit'],
  'patch /v1/organizations/{organization_id}/automation-rules/{rule_id}': ['rule_invalid'],
  'put /v1/organizations/{organization_id}/automation-rules/order': ['rule_invalid'],
  'post /v1/organizations/{organization_id}/sla-policies': slaErrors(),
  'patch /v1/organizations/{organization_id}/sla-policies/{sla_policy_id}': slaErrors(),
  'post /v1/organizations/{organization_id}/labels': ['label_limit', 'label_name_taken'],
  'patch /v1/organizations/{organization_id}/labels/{label_id}': ['label_name_taken'],
  'patch /v1/organizations/{organization_id}/agents/{agent_id}': ['last_owner'],
  'delete /v1/organizations/{organization_id}/agents/{agent_id}': ['last_owner'],
  'post /v1/organizations/{organization_id}/api-keys': ['api_key_limit'],
  'get /v1/organizations/{organization_id}/providers/{provider_id}/secret': ['secret_key_unreadable'],
  'post /v1/organizations/{organization_id}/providers/{provider_id}/secret/retire': ['secret_key_unreadable'],
  'post /v1/organizations/{organization_id}/providers/{provider_id}/secret/regenerate': [
    'secret_key_rotating',
  ],
  'patch /v1/organizations/{organization_id}/providers/{provider_id}/member-login': [
    'login_keys_missing',
    'login_private_key_invalid',
  ],
  'post /v1/organizations/{organization_id}/providers/{provider_id}/member-login/{social}/test': [
    'login_keys_missing',
    'login_not_offered',
    'rate_limited',
  ],
  'post /v1/organizations/{organization_id}/webhooks': ['webhook_limit', ...webhookUrlErrors],
  'patch /v1/organizations/{organization_id}/webhooks/{webhook_id}': webhookUrlErrors,
  'get /v1/organizations/{organization_id}/webhooks/{webhook_id}/secret': ['webhook_secret_unreadable'],
  'post /v1/organizations/{organization_id}/webhooks/{webhook_id}/test': ['webhook_inactive', 'rate_limited'],
  'post /v1/organizations/{organization_id}/deliveries/{delivery_id}/resend': [
    'delivery_too_old',
    'webhook_inactive',
    'webhook_unsubscribed',
  ],
  'patch /v1/organizations/{organization_id}/customers/{customer_id}': ['agent_unknown'],
  'put /v1/organizations/{organization_id}/calls/{call_id}/recordings/{recording_id}/chunks/{seq}': [
    'payload_too_large',
    'media_type_not_allowed',
    ...recordingErrors(),
    'recording_off',
  ],
  'patch /v1/organizations/{organization_id}/calls/{call_id}': ['call_note_changed'],
  'post /v1/organizations/{organization_id}/calls/{call_id}/recordings/{recording_id}/finish':
    recordingErrors(),
  'post /v1/organizations/{organization_id}/calls/{call_id}/recordings/complete': ['recording_not_allowed'],
  ...channelErrors,
  'put /v1/public/media/{media_id}': [
    'link_invalid',
    'link_expired',
    'customer_blocked',
    'upload_done',
    'media_size_mismatch',
    'media_type_not_allowed',
    'payload_too_large',
    'rate_limited',
  ],
  'get /v1/public/media/{media_id}/{name}': ['link_invalid', 'link_expired', 'rate_limited'],
  'head /v1/public/media/{media_id}/{name}': ['link_invalid', 'link_expired', 'rate_limited'],
  'get /v1/public/recordings/{recording_id}/{name}': ['link_invalid', 'link_expired', 'rate_limited'],
  'head /v1/public/recordings/{recording_id}/{name}': ['link_invalid', 'link_expired', 'rate_limited'],
  'get /v1/public/webhook/conversations/{conversation_id}/messages': [
    'link_invalid',
    'link_expired',
    'rate_limited',
  ],
  'get /v1/public/transcripts/{conversation_id}': ['link_invalid', 'link_expired', 'rate_limited'],
  'get /v1/public/transcripts/{conversation_id}/{address_key}': [
    'link_invalid',
    'link_expired',
    'rate_limited',
  ],
  'get /v1/public/oauth/{social}/start': socialErrors(),
  'get /v1/public/oauth/{social}/callback': [
    ...socialErrors(),
    'login_browser_mismatch',
    'login_cancelled',
    'login_failed',
  ],
  'post /v1/public/oauth/{social}/callback': ['login_state_invalid', 'rate_limited'],
}

function cannedReplyErrors(): ErrorCode[] {
  return [
    'canned_reply_action_unknown',
    'canned_reply_empty',
    'canned_reply_limit',
    'canned_reply_shortcut_taken',
    'canned_reply_variable_unknown',
    'media_unknown',
    'team_unknown',
  ]
}

function reportErrors(): ErrorCode[] {
  return ['report_period_invalid', 'report_too_fine', 'report_group_unknown', 'reports_busy']
}

function teamErrors(): ErrorCode[] {
  return ['team_name_taken', 'agent_unknown', 'provider_unknown']
}

function recordingErrors(): ErrorCode[] {
  return ['recording_not_allowed', 'recording_done', 'chunk_conflict', 'chunk_out_of_order']
}

function slaErrors(): ErrorCode[] {
  return ['sla_policy_limit', 'sla_default_exists', 'sla_targets_missing']
}

function socialErrors(): ErrorCode[] {
  return ['login_state_invalid', 'login_expired', 'login_not_offered', 'origin_not_allowed', 'rate_limited']
}

const problemSchema: OpenAPIV3_1.SchemaObject = {
  type: 'object',
  description: 'RFC 9457 problem. `code` is stable, texts are not.',
  required: ['type', 'title', 'status', 'code'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string' },
    detail: { type: 'string' },
    pointer: { type: 'string', description: 'The invalid part of the request as a JSON pointer.' },
  },
}

/** Adds the error responses to every operation of the API description. */
export function describeErrors(document: Partial<OpenAPIV3_1.Document>): void {
  document.components = {
    ...document.components,
    schemas: { ...document.components?.schemas, Problem: problemSchema },
  }
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    for (const [method, operation] of Object.entries(item as Record<string, OpenAPIV3_1.OperationObject>)) {
      const responses = { ...operation.responses }
      for (const [status, codes] of Object.entries(byStatus(codesOf(method, path, operation)))) {
        responses[status] ??= {
          description: codes.map((code) => `\`${code}\``).join(', '),
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        }
      }
      operation.responses = responses
    }
  }
}

function codesOf(method: string, path: string, operation: OpenAPIV3_1.OperationObject): ErrorCode[] {
  const codes: ErrorCode[] = ['internal', 'unavailable']
  const parameters = (operation.parameters ?? []) as OpenAPIV3_1.ParameterObject[]
  const writes = !['get', 'head'].includes(method)
  if (parameters.length > 0 || writes) codes.push('invalid_request')
  if (parameters.some((one) => one.in === 'path')) codes.push('not_found', 'uri_too_long')
  if (writes) codes.push('storage_full', 'request_timeout', 'payload_too_large', 'unsupported_media_type')
  if (!path.startsWith('/v1/public/')) {
    // The CSRF protection refuses writes from other origins; roles and scopes cause the other refusals.
    if (writes || path.startsWith('/v1/organizations/')) codes.push('forbidden')
    if (!path.startsWith('/v1/auth/') || writes) codes.push('unauthenticated')
  }
  // Of an agent's session or an API key.
  if (path.startsWith('/v1/organizations/')) codes.push('rate_limited')
  return [...codes, ...(declared[`${method} ${path}`] ?? [])]
}

function byStatus(codes: ErrorCode[]): Record<string, ErrorCode[]> {
  const grouped: Record<string, ErrorCode[]> = {}
  for (const code of new Set(codes)) (grouped[errorCodes[code].status] ??= []).push(code)
  return grouped
}
