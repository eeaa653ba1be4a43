import { errorCodes, type ErrorCode } from '@parley/protocol/error'

const ofInitData = Object.keys(errorCodes).filter((code): code is ErrorCode => code.startsWith('init_data_'))
const ofMailPages: ErrorCode[] = ['link_invalid', 'link_expired', 'rate_limited']

/** Errors of the operations on channels and of links in their messages, part of `declared` in api-errors.ts. */
export const channelErrors: Record<string, ErrorCode[]> = {
  'post /v1/organizations/{organization_id}/channels': [
    'channel_token_malformed',
    'channel_token_refused',
    'mailbox_incomplete',
    'mailbox_refused',
    'channel_taken',
    'channel_limit',
    'channel_unreachable',
  ],
  'post /v1/organizations/{organization_id}/channels/mailbox-test': ['mailbox_incomplete', 'rate_limited'],
  'get /v1/organizations/{organization_id}/channels/{channel_id}/mailbox': ['channel_credentials_unreadable'],
  'put /v1/organizations/{organization_id}/channels/{channel_id}/mailbox': [
    'mailbox_incomplete',
    'mailbox_refused',
    'channel_token_other_account',
    'channel_taken',
    'channel_unreachable',
  ],
  'put /v1/organizations/{organization_id}/channels/{channel_id}/token': [
    'channel_token_malformed',
    'channel_token_refused',
    'channel_token_other_account',
    'channel_unreachable',
  ],
  'post /v1/organizations/{organization_id}/conversations/{conversation_id}/messages/{message_id}/retry': [
    'message_not_failed',
  ],
  'post /v1/public/channels/{channel_id}/updates': ['channel_secret_wrong'],
  'put /v1/organizations/{organization_id}/channels/{channel_id}/mini-app': [
    'provider_unknown',
    'mini_app_unsupported',
  ],
  'post /v1/public/mini-apps/{channel_id}/token': [
    ...ofInitData,
    'origin_not_allowed',
    'account_closed',
    'mini_app_off',
    'rate_limited',
  ],
  'get /v1/public/mail/{customer_id}/{address_key}/confirm': ofMailPages,
  'post /v1/public/mail/{customer_id}/{address_key}/confirm': ofMailPages,
  'get /v1/public/mail/{customer_id}/{address_key}/conversation': ofMailPages,
  'get /v1/public/mail/{customer_id}/{address_key}/unsubscribe': ofMailPages,
  'post /v1/public/mail/{customer_id}/{address_key}/unsubscribe': ofMailPages,
  'get /v1/public/mail/{customer_id}/{address_key}/subscribe': ofMailPages,
  'post /v1/public/mail/{customer_id}/{address_key}/subscribe': ofMailPages,
}
