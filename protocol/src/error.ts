/**
 * All error codes of Parley. The code is the contract: texts may change, codes may not.
 * HTTP responses carry it in an RFC 9457 problem (`code`), the socket in a JSON-RPC error (`data.code`).
 */
export const errorCodes = {
  // the request itself
  invalid_request: { status: 400, title: 'The request does not have the expected form.' },
  unauthenticated: { status: 401, title: 'Sign in first.' },
  forbidden: { status: 403, title: 'Your role does not allow this.' },
  not_found: { status: 404, title: 'There is nothing at this address, or it is not yours to see.' },
  payload_too_large: { status: 413, title: 'The request is larger than allowed.' },
  unsupported_media_type: { status: 415, title: 'The request body must be of another content type.' },
  rate_limited: { status: 429, title: 'Too many requests. Wait a moment and try again.' },
  internal: { status: 500, title: 'Something broke on our side. It was logged; try again.' },
  unavailable: {
    status: 503,
    title: 'The service is stopping or cannot reach its database. Try again soon.',
  },

  // who may connect (socket handshake, design 4)
  origin_not_allowed: {
    status: 403,
    title: 'This page is not in the list of allowed origins of the widget.',
  },
  insecure_origin: { status: 403, title: 'The widget runs only on https:// pages, or on localhost.' },
  provider_unknown: { status: 404, title: 'No widget has this provider id.' },
  not_connected: { status: 401, title: 'Send connect first.' },
  already_connected: { status: 409, title: 'This socket is connected already.' },
  proof_missing: { status: 401, title: 'connect needs a proof of the connection key.' },
  proof_malformed: { status: 401, title: 'The proof is not a compact JWS of the expected form.' },
  proof_type_invalid: { status: 401, title: 'The proof must have typ dpop+jwt.' },
  proof_alg_not_allowed: { status: 401, title: 'The proof must be signed with ES256.' },
  proof_key_not_allowed: {
    status: 401,
    title: 'The proof must carry a public P-256 key and no private part.',
  },
  proof_signature_invalid: { status: 401, title: 'The signature of the proof does not match its key.' },
  proof_stale: { status: 401, title: 'The proof was not made within the last 60 seconds.' },
  proof_target_mismatch: { status: 401, title: 'The proof was made for another address or method.' },
  nonce_mismatch: { status: 401, title: 'The proof does not carry the nonce of this connection.' },
  nonce_used: { status: 401, title: 'The nonce of this connection was used already.' },
  nonce_expired: { status: 401, title: 'The nonce is older than 30 seconds. Ask for a new challenge.' },
  proof_ath_missing: {
    status: 401,
    title: 'A proof that comes with a token must have ath, the base64url SHA-256 of that token.',
  },
  proof_ath_mismatch: {
    status: 401,
    title: 'The ath of the proof is not the hash of the token sent with it.',
  },
  proof_key_changed: {
    status: 401,
    title: 'The proof must be made with the key that this socket connected with.',
  },

  // the socket token of custom login (spec 5.3), one code for each mistake that an integrator can fix
  token_too_long: {
    status: 401,
    title: 'The token is longer than 8192 characters. Put only the documented claims into it, no pictures.',
  },
  token_malformed: {
    status: 401,
    title: 'The token is no JWT. Return the text that the JWT library gives: three parts with dots between.',
  },
  token_alg_not_allowed: { status: 401, title: 'The token must be signed with HS256, no other algorithm.' },
  token_pid_mismatch: {
    status: 401,
    title: 'The claim pid is not the id of this widget. Use the provider id of the page’s own snippet.',
  },
  bad_signature: {
    status: 401,
    title:
      'The token is not signed with a live secret_key of this widget. Copy the key from the panel, whole.',
  },
  token_type_invalid: { status: 401, title: 'The claim type is missing or another one. Set it to user.' },
  token_uid_invalid: {
    status: 401,
    title: 'The claim uid must be text of 1 to 255 characters. Send a numeric id as a string.',
  },
  token_exp_missing: { status: 401, title: 'The claim exp is missing. Set it to iat + 3600 in the payload.' },
  token_exp_invalid: {
    status: 401,
    title: 'The claim exp must be a whole number of Unix seconds, neither text nor a fraction.',
  },
  token_expired: { status: 401, title: 'The token has expired. Have getToken fetch a fresh one.' },
  token_exp_too_far: {
    status: 401,
    title: 'The token is valid for more than an hour. Set exp to iat + 3600, in seconds, not milliseconds.',
  },
  token_iat_invalid: {
    status: 401,
    title: 'The claim iat must be the present time in whole Unix seconds. Check the clock of the server.',
  },
  cnf_missing: {
    status: 401,
    title: 'The claim cnf.jkt is missing. Copy the jkt that getToken receives into it, verbatim.',
  },
  key_mismatch: {
    status: 401,
    title: 'The token was made for another browser. Sign one with the jkt that this getToken call received.',
  },

  // members
  account_closed: { status: 403, title: 'This account was closed. Sign in again to open it.' },
  member_only: { status: 403, title: 'Nobody is signed in here.' },
  login_not_offered: { status: 409, title: 'This way to sign in is not switched on for this widget.' },
  login_code_invalid: {
    status: 401,
    title: 'This sign-in has run out, was used already or began in another browser. Start it again.',
  },
  login_state_invalid: {
    status: 400,
    title: 'This sign-in was not begun here, or has ended already. Start it again in the chat.',
  },
  login_expired: { status: 410, title: 'This sign-in took too long. Start it again in the chat.' },
  login_browser_mismatch: {
    status: 403,
    title: 'This sign-in was begun in another browser. Start it in the chat of this one.',
  },
  login_cancelled: { status: 403, title: 'The sign-in was not approved.' },
  login_failed: { status: 502, title: 'The sign-in service did not say who has signed in.' },
  login_keys_missing: { status: 422, title: 'A login needs its keys before it can be switched on.' },
  login_private_key_invalid: {
    status: 422,
    title: 'This is no private key of Apple. Paste the whole text of the .p8 file.',
  },
  secret_key_rotating: {
    status: 409,
    title: 'Two secret keys are live already. Retire the old one before you make another.',
  },

  // chat
  customer_blocked: { status: 403, title: 'You cannot write here any more.' },
  conversation_closed: { status: 409, title: 'The conversation is closed. Reopen it to write.' },
  conversation_open: { status: 409, title: 'The conversation is open already.' },
  another_conversation_open: { status: 409, title: 'The customer has another open conversation.' },
  client_id_conflict: { status: 409, title: 'This client_id was used for another message.' },
  message_empty: { status: 422, title: 'A message needs text or an attachment.' },
  reply_target_unknown: {
    status: 422,
    title: 'The message that this replies to is not in this conversation log.',
  },
  agent_unknown: { status: 422, title: 'No such agent works in this organization.' },
  too_far_ahead: { status: 422, title: 'The position is beyond the end of the log.' },

  // media
  media_unknown: { status: 422, title: 'The attachment was not uploaded by you, or was sent already.' },
  media_too_large: { status: 413, title: 'The file is larger than the server accepts.' },
  media_type_not_allowed: { status: 415, title: 'Files of this type are not accepted.' },
  media_size_mismatch: { status: 422, title: 'The upload is not as long as was announced.' },
  upload_done: { status: 409, title: 'This upload is complete already.' },
  link_expired: { status: 410, title: 'The link has expired.' },
  link_invalid: { status: 403, title: 'The link was changed or is incomplete.' },

  // sign-in, invitations, agents
  setup_done: { status: 409, title: 'This installation is set up already. Sign in instead.' },
  credentials_invalid: { status: 401, title: 'E-mail or password is wrong.' },
  email_taken: { status: 409, title: 'Somebody with this e-mail exists. Sign in instead.' },
  password_weak: { status: 422, title: 'The password needs at least 10 characters.' },
  invitation_invalid: { status: 404, title: 'This invitation does not exist or was withdrawn.' },
  invitation_expired: { status: 410, title: 'This invitation has expired. Ask for a new one.' },
  invitation_used: { status: 409, title: 'This invitation was used already. Sign in instead.' },
  already_member: { status: 409, title: 'You are in this organization already.' },
  last_owner: { status: 409, title: 'An organization needs at least one owner.' },

  // calls
  calls_off: { status: 409, title: 'Calls are switched off here.' },
  video_off: { status: 409, title: 'Calls are without pictures here.' },
  consent_missing: { status: 422, title: 'This call may be recorded: ask for consent first.' },
  call_live: { status: 409, title: 'There is a call already. End it first.' },
  nobody_available: { status: 409, title: 'Nobody can answer a call right now. Leave a message instead.' },
  offer_gone: { status: 409, title: 'The call is not offered to you any more.' },
  call_over: { status: 409, title: 'The call is over.' },
  call_elsewhere: { status: 409, title: 'The call runs in another window.' },
  recording_not_allowed: { status: 403, title: 'This call may not be recorded.' },
  recording_off: { status: 409, title: 'Recording is not on: turn it on with call.record first.' },
  recording_done: { status: 409, title: 'This recording is complete already.' },
  chunk_conflict: { status: 409, title: 'Another piece of the recording has this number.' },
  chunk_out_of_order: { status: 409, title: 'A piece of the recording before this one is missing.' },

  // API keys
  api_key_limit: {
    status: 409,
    title: 'The organization has as many API keys as it may have. Revoke one first.',
  },

  // webhooks
  webhook_limit: {
    status: 409,
    title: 'The organization has as many webhooks as it may have. Delete one first.',
  },
  webhook_inactive: { status: 409, title: 'The webhook is switched off or deleted: it receives nothing.' },
  webhook_unsubscribed: { status: 409, title: 'The webhook does not receive events of this type any more.' },

  // addresses of webhooks, one code for each mistake that a person can fix
  webhook_url_invalid: { status: 422, title: 'This is not an address that a webhook can have.' },
  webhook_url_too_long: { status: 422, title: 'The address of a webhook has at most 2048 characters.' },
  webhook_url_not_https: { status: 422, title: 'The address of a webhook must begin with https://.' },
  webhook_url_credentials: {
    status: 422,
    title: 'The address of a webhook carries no user name or password. Deliveries are signed instead.',
  },
  webhook_url_fragment: { status: 422, title: 'The address of a webhook has no part after a #.' },
  webhook_url_port: {
    status: 422,
    title: 'A webhook uses port 443, or one from 1024 on that no other service is known by.',
  },
  webhook_url_local_name: {
    status: 422,
    title: 'The name in the address works only inside a network. A webhook needs one that is public.',
  },
  webhook_url_private: {
    status: 422,
    title: 'The address of a webhook must be reachable from the internet, not private or reserved.',
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
  /** With `rate_limited`: how long to wait before the next try, in milliseconds. */
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
