import { callErrors } from './call-errors.ts'
import { workspaceErrors } from './workspace-errors.ts'

/**
 * All error codes of Parley. The code is the contract: texts may change, codes may not.
 * HTTP responses carry it in an RFC 9457 problem (`code`), the socket in a JSON-RPC error (`data.code`).
 */
export const errorCodes = {
  // the request itself
  invalid_request: { status: 400, title: 'The request does not have the expected form.' },
  unauthenticated: { status: 401, title: 'Sign in first.' },
  forbidden: { status: 403, title: 'Your role does not allow this.' },
  not_found: { status: 404, title: 'This does not exist, or you do not have access to it.' },
  method_not_allowed: {
    status: 405,
    title: 'This address does not support this method. The Allow header lists those it supports.',
  },
  request_timeout: { status: 408, title: 'The rest of the request did not arrive in time.' },
  payload_too_large: { status: 413, title: 'The request is larger than allowed.' },
  unsupported_media_type: { status: 415, title: 'The content type of the request body is not supported.' },
  uri_too_long: { status: 414, title: 'The URL is longer than allowed.' },
  headers_too_large: { status: 431, title: 'The headers are larger than allowed.' },
  rate_limited: { status: 429, title: 'Too many requests. Wait a moment and try again.' },
  internal: { status: 500, title: 'An internal error occurred and was logged. Try again.' },
  unavailable: {
    status: 503,
    title: 'The service is stopping or cannot reach its database. Try again in a moment.',
  },
  storage_full: {
    status: 507,
    title: 'The disk of the service is full. Try again once its operator has freed space.',
  },

  // who may connect (socket handshake, design 4)
  origin_not_allowed: {
    status: 403,
    title: 'This page is not in the list of allowed origins of the widget.',
  },
  insecure_origin: { status: 403, title: 'The widget runs only on https:// pages, or on localhost.' },
  provider_unknown: { status: 404, title: 'No widget has this provider id.' },
  not_connected: { status: 401, title: 'The socket is not connected. Send connect first.' },
  already_connected: { status: 409, title: 'This socket is already connected.' },
  proof_missing: { status: 401, title: 'The request has no proof of the connection key.' },
  proof_malformed: { status: 401, title: 'The proof is not a valid compact JWS.' },
  proof_type_invalid: { status: 401, title: 'The typ of the proof must be dpop+jwt.' },
  proof_alg_not_allowed: { status: 401, title: 'The proof must be signed with ES256.' },
  proof_key_not_allowed: {
    status: 401,
    title: 'The proof must contain a public P-256 key, without its private part.',
  },
  proof_signature_invalid: { status: 401, title: 'The signature of the proof does not match its key.' },
  proof_stale: { status: 401, title: 'The proof was not created within the last 60 seconds.' },
  proof_target_mismatch: { status: 401, title: 'The proof was created for another URL or method.' },
  nonce_mismatch: { status: 401, title: 'The proof does not contain the nonce of this connection.' },
  nonce_used: { status: 401, title: 'The nonce was already used.' },
  nonce_expired: { status: 401, title: 'The nonce is older than 30 seconds. Request a new challenge.' },
  proof_ath_missing: {
    status: 401,
    title: 'A proof sent with a token must contain ath, the base64url SHA-256 hash of the token.',
  },
  proof_ath_mismatch: {
    status: 401,
    title: 'The ath of the proof does not match the token.',
  },
  proof_key_changed: {
    status: 401,
    title: 'The proof must be signed with the key that this socket connected with.',
  },

  // the socket token of custom login (spec 5.3), one code for each mistake that an integrator can fix
  token_too_long: {
    status: 401,
    title: 'The token is longer than 8192 characters. Include only the documented claims, no images.',
  },
  token_malformed: {
    status: 401,
    title: 'The token is not a JWT. Return the string from your JWT library unchanged.',
  },
  token_alg_not_allowed: { status: 401, title: 'The token must be signed with HS256.' },
  token_pid_mismatch: {
    status: 401,
    title: 'The claim pid names another widget. Use the provider id from the page’s snippet.',
  },
  bad_signature: {
    status: 401,
    title:
      'The token is not signed with an active secret key of this widget. Copy the complete key from the panel.',
  },
  token_type_invalid: { status: 401, title: 'The claim type is missing or wrong. Set it to user.' },
  token_uid_invalid: {
    status: 401,
    title: 'The claim uid must be a string of 1 to 255 characters. Send numeric ids as strings.',
  },
  token_exp_missing: { status: 401, title: 'The claim exp is missing. Set it to iat + 3600 in the payload.' },
  token_exp_invalid: {
    status: 401,
    title: 'The claim exp must be a whole number of Unix seconds, not a string or a fraction.',
  },
  token_expired: { status: 401, title: 'The token has expired. Let getToken fetch a new one.' },
  token_exp_too_far: {
    status: 401,
    title: 'The token is valid for more than an hour. Set exp to iat + 3600, in seconds, not milliseconds.',
  },
  token_iat_invalid: {
    status: 401,
    title: 'The claim iat must be the current time in whole Unix seconds. Check your server’s clock.',
  },
  token_nbf_invalid: {
    status: 401,
    title:
      'The token is not valid yet: nbf must be a past time in whole Unix seconds. Check your server’s clock.',
  },
  cnf_missing: {
    status: 401,
    title: 'The claim cnf.jkt is missing. Copy the jkt passed to getToken into it.',
  },
  key_mismatch: {
    status: 401,
    title:
      'The token was issued for another browser. Sign a token with the jkt passed to this getToken call.',
  },

  // members
  account_closed: { status: 403, title: 'This account was closed. Sign in again to reopen it.' },
  member_only: { status: 403, title: 'This is only available to signed-in members.' },
  login_not_offered: { status: 409, title: 'This sign-in method is not turned on for this widget.' },
  login_code_invalid: {
    status: 401,
    title: 'This sign-in has expired, was already used, or was started in another browser. Start again.',
  },
  login_state_invalid: {
    status: 400,
    title: 'This sign-in is unknown or has already ended. Start again in the chat.',
  },
  login_expired: { status: 410, title: 'This sign-in has expired. Start again in the chat.' },
  login_browser_mismatch: {
    status: 403,
    title: 'This sign-in was started in another browser. Start it in the chat of this browser.',
  },
  login_cancelled: { status: 403, title: 'The sign-in was not approved.' },
  login_failed: { status: 502, title: 'The sign-in service did not identify the user.' },
  login_keys_missing: { status: 422, title: 'Save the keys of this login before you turn it on.' },
  login_private_key_invalid: {
    status: 422,
    title: 'This is not a private key from Apple. Paste the complete .p8 file.',
  },
  secret_key_rotating: {
    status: 409,
    title: 'Two secret keys are already active. Retire the old one before you create another.',
  },
  secret_key_unreadable: {
    status: 409,
    title:
      'The secret key cannot be decrypted, because PARLEY_SECRET has changed. Create a new one for this widget.',
  },

  // chat
  customer_blocked: { status: 403, title: 'You can no longer send messages here.' },
  conversation_closed: { status: 409, title: 'The conversation is closed. Reopen it to send messages.' },
  conversation_open: { status: 409, title: 'The conversation is already open.' },
  another_conversation_open: { status: 409, title: 'The customer has another open conversation.' },
  client_id_conflict: { status: 409, title: 'This client_id was used for another message.' },
  message_empty: { status: 422, title: 'A message needs text or an attachment.' },
  message_deleted: { status: 409, title: 'This message was deleted.' },
  message_too_old: { status: 409, title: 'Messages can be changed by their author for 24 hours.' },
  message_edit_limit: { status: 409, title: 'This message was edited too often.' },
  reply_target_unknown: { status: 422, title: 'The message to reply to does not exist.' },
  agent_unknown: { status: 422, title: 'The organization has no such agent.' },
  too_far_ahead: { status: 422, title: 'The position is beyond the end of the log.' },

  // media
  media_unknown: { status: 422, title: 'The attachment was not uploaded by you, or was already sent.' },
  media_too_large: { status: 413, title: 'The file is larger than the server accepts.' },
  media_type_not_allowed: { status: 415, title: 'Files of this type are not accepted.' },
  media_size_mismatch: { status: 422, title: 'The size of the upload does not match its ticket.' },
  upload_done: { status: 409, title: 'This upload is already complete.' },
  link_expired: { status: 410, title: 'The link has expired.' },
  link_invalid: { status: 403, title: 'The link was changed or is incomplete.' },

  // sign-in, invitations, agents
  setup_done: { status: 409, title: 'This installation is already set up. Sign in instead.' },
  credentials_invalid: { status: 401, title: 'E-mail or password is wrong.' },
  email_taken: { status: 409, title: 'An account with this e-mail address already exists. Sign in instead.' },
  password_weak: { status: 422, title: 'The password must have at least 10 characters.' },
  invitation_invalid: { status: 404, title: 'This invitation does not exist or was revoked.' },
  invitation_expired: { status: 410, title: 'This invitation has expired. Ask for a new one.' },
  invitation_used: { status: 409, title: 'This invitation was already used. Sign in instead.' },
  already_member: { status: 409, title: 'You are already a member of this organization.' },
  account_shared: {
    status: 409,
    title:
      'This person also belongs to another organization, so an admin of one cannot reset their password.',
  },
  reset_invalid: { status: 404, title: 'This link does not exist or was replaced. Ask for a new one.' },
  reset_expired: { status: 410, title: 'This link has expired. Ask for a new one.' },
  reset_used: { status: 409, title: 'This link was already used. Sign in with the new password.' },
  email_link_invalid: { status: 404, title: 'This link does not exist, was already used or was replaced.' },
  email_link_expired: { status: 410, title: 'This link has expired. Request a new one.' },
  mail_off: { status: 409, title: 'This installation sends no e-mail. Ask an admin for a reset link.' },
  mail_not_sent: { status: 502, title: 'The mail server did not accept the message. Try again.' },
  setup_token_invalid: {
    status: 403,
    title: 'Setup needs the token that Parley printed when it started.',
  },
  last_owner: { status: 409, title: 'An organization needs at least one owner.' },

  ...callErrors,

  // API keys
  api_key_limit: {
    status: 409,
    title: 'The organization has reached the maximum number of API keys. Revoke one first.',
  },

  ...workspaceErrors,

  // webhooks
  webhook_limit: {
    status: 409,
    title: 'The organization has reached the maximum number of webhooks. Delete one first.',
  },
  delivery_too_old: { status: 409, title: 'Events can be resent for 14 days.' },
  webhook_inactive: { status: 409, title: 'The webhook is turned off or deleted.' },
  webhook_secret_unreadable: {
    status: 409,
    title:
      'The signing secret cannot be decrypted, because PARLEY_SECRET has changed. Generate a new one for this webhook.',
  },
  webhook_unsubscribed: { status: 409, title: 'The webhook no longer subscribes to events of this type.' },

  // addresses of webhooks, one code for each mistake that a person can fix
  webhook_url_invalid: { status: 422, title: 'The webhook URL is invalid.' },
  webhook_url_too_long: { status: 422, title: 'The webhook URL is longer than 2048 characters.' },
  webhook_url_not_https: { status: 422, title: 'The webhook URL must begin with https://.' },
  webhook_url_credentials: {
    status: 422,
    title: 'The webhook URL must not contain a user name or password. Deliveries are signed instead.',
  },
  webhook_url_fragment: { status: 422, title: 'The webhook URL must not contain a #.' },
  webhook_url_port: {
    status: 422,
    title:
      'The webhook URL must use port 443, or a port from 1024 on that is not well known for another service.',
  },
  webhook_url_local_name: {
    status: 422,
    title: 'The host name of the webhook URL works only inside a network. Use a public name.',
  },
  webhook_url_private: {
    status: 422,
    title: 'The webhook URL must point to the public internet, not to a private or reserved network.',
  },
} as const

export type ErrorCode = keyof typeof errorCodes

/** RFC 9457 problem: the body of every HTTP error response. */
export interface Problem {
  type: string
  title: string
  status: number
  code: ErrorCode
  detail?: string
  /** The invalid part of the request as a JSON pointer, if there is a single one. */
  pointer?: string
}

/** `data` of a JSON-RPC error. */
export interface RpcErrorData {
  code: ErrorCode
  detail?: string
  /** With `rate_limited`, `unavailable` and `storage_full`: delay before the next attempt, in milliseconds. */
  retry_after?: number
}

/**
 * Close codes of the socket. The client reconnects with back-off after every code,
 * except after those in `finalCloseCodes`, which a retry cannot fix.
 */
export const closeCodes = {
  restarting: 1012,
  frame_too_large: 1009,
  bad_frame: 4400,
  handshake_refused: 4401,
  origin_refused: 4403,
  handshake_timeout: 4408,
  heartbeat_lost: 4410,
  flood: 4429,
  slow_reader: 4431,
  session_expired: 4440,
  signed_out: 4441,
} as const
export type CloseReason = keyof typeof closeCodes

export const finalCloseCodes: readonly number[] = [
  closeCodes.bad_frame,
  closeCodes.origin_refused,
  closeCodes.signed_out,
]
