import type { ErrorCode } from '@parley/protocol/error'

const ofNotes: ErrorCode[] = ['agent_unknown', 'client_id_conflict', 'media_unknown', 'note_empty']

/** Errors of the operations on conversations, messages and notes, part of `declared` in api-errors.ts. */
export const conversationErrors: Record<string, ErrorCode[]> = {
  'post /v1/organizations/{organization_id}/conversations/{conversation_id}/messages': [
    'conversation_closed',
    'client_id_conflict',
    'reply_window_closed',
    'message_empty',
    'reply_target_unknown',
    'media_unknown',
    'agent_unknown',
  ],
  'patch /v1/organizations/{organization_id}/conversations/{conversation_id}/messages/{message_id}': [
    'message_deleted',
    'message_too_old',
    'message_edit_limit',
    'message_empty',
  ],
  'delete /v1/organizations/{organization_id}/conversations/{conversation_id}/messages/{message_id}': [
    'message_too_old',
  ],
  'post /v1/organizations/{organization_id}/conversations/{conversation_id}/assign': [
    'conversation_closed',
    'agent_unknown',
  ],
  'put /v1/organizations/{organization_id}/conversations/{conversation_id}/team': [
    'conversation_closed',
    'team_unknown',
  ],
  'post /v1/organizations/{organization_id}/conversations/{conversation_id}/take-over': [
    'another_conversation_open',
  ],
  'post /v1/organizations/{organization_id}/conversations/{conversation_id}/close': [
    'conversation_closed',
    'stale_view',
  ],
  'post /v1/organizations/{organization_id}/conversations/{conversation_id}/reopen': [
    'conversation_open',
    'another_conversation_open',
  ],
  'post /v1/organizations/{organization_id}/conversations/{conversation_id}/snooze': [
    'conversation_closed',
    'customer_wrote',
    'snooze_time_invalid',
  ],
  'put /v1/organizations/{organization_id}/conversations/{conversation_id}/labels/{label_id}': [
    'label_archived',
    'conversation_label_limit',
  ],
  'post /v1/organizations/{organization_id}/conversations/{conversation_id}/notes': ofNotes,
  'post /v1/organizations/{organization_id}/customers/{customer_id}/notes': ofNotes,
  'patch /v1/organizations/{organization_id}/notes/{note_id}': [...ofNotes, 'note_deleted'],
  'delete /v1/organizations/{organization_id}/notes/{note_id}': ['note_deleted'],
}
