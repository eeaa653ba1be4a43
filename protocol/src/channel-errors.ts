/** Error codes of channels, part of `workspaceErrors`. */
export const channelErrors = {
  channel_token_malformed: { status: 422, title: 'This is not a bot token. Copy it from BotFather.' },
  channel_token_refused: { status: 422, title: 'The platform does not accept this token.' },
  channel_token_other_account: { status: 422, title: 'This token belongs to another account.' },
  mailbox_incomplete: {
    status: 422,
    title: 'An address, a user name or a password of this mailbox is missing.',
  },
  mailbox_refused: { status: 422, title: 'The mailbox cannot be used with these settings. Test them.' },
  channel_taken: { status: 409, title: 'This account is already connected to Parley.' },
  channel_limit: { status: 409, title: 'The organization has reached the maximum number of channels.' },
  channel_credentials_unreadable: {
    status: 409,
    title:
      'The settings of this channel cannot be decrypted, because PARLEY_SECRET has changed. Enter them again.',
  },
  channel_unreachable: { status: 502, title: 'The messaging platform did not respond. Try again.' },
  channel_secret_wrong: { status: 403, title: 'The secret of this webhook request is missing or wrong.' },
  reply_window_closed: {
    status: 409,
    title: 'The time to reply on this channel has passed. You can write again after the customer does.',
  },
  message_not_failed: { status: 409, title: 'Only messages that failed can be sent again.' },
} as const
