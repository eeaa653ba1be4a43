import type { Channel } from '@parley/protocol/channel'
import type { ChannelProblem } from '@parley/protocol/channel-connection'
import type { DeliveryReason } from '@parley/protocol/message-delivery'

/** Texts of messaging channels: settings, delivery of messages, contacts. */
export const channelsEn = {
  names: { widget: 'Website widget', telegram: 'Telegram', email: 'E-mail' } satisfies Record<
    Channel,
    string
  >,
  sendingAgain: 'Sending again',
  tryAgain: 'Try again',
  source: 'Came through the link',
  contactOf: {
    widget: 'Contact in the widget',
    telegram: 'Contact on Telegram',
    email: 'Contact by e-mail',
  } satisfies Record<Channel, string>,
  unreachable: {
    blocked: 'This contact has blocked the bot. You can reach them again after they write to it.',
    contact_gone: 'This account no longer exists.',
  },
  reasons: {
    blocked: 'Not delivered: the contact has blocked the bot.',
    contact_gone: 'Not delivered: the contact’s account no longer exists.',
    file_too_large: 'Not delivered: the file is too large for this channel.',
    rejected: 'Not delivered: the channel refused the message.',
    disconnected: 'Not delivered: the channel is disconnected.',
    unavailable: 'Not delivered: the channel did not respond.',
    window_closed: 'Not delivered: the time to reply on this channel had passed.',
    loop_prevented:
      'Not sent: automatic replies are limited, and are never sent to automatic messages or forged senders.',
    change_refused: 'Your change did not reach the contact.',
  } satisfies Record<DeliveryReason, string>,
  settings: {
    title: 'Channels',
    lead: 'Customers can also write to you by e-mail and through messaging apps. Their messages appear in the inbox like those of your widgets.',
    empty: 'No channel connected',
    emptyText: 'Connect a mailbox, or create a bot with @BotFather in Telegram and paste its token here.',
    connect: 'Connect Telegram bot',
    connectTitle: 'Connect a Telegram bot',
    token: 'Bot token',
    tokenHint: 'BotFather shows it after /newbot. It is stored encrypted and not shown again.',
    byWebhook: 'Telegram calls this service',
    byPolling: 'This service polls Telegram for messages',
    check: 'Test',
    checked: 'The connection works.',
    replace: 'Replace token',
    replaceTitle: 'Replace the bot token',
    save: 'Save',
    remove: 'Disconnect',
    removeTitle: 'Disconnect this bot?',
    removeText:
      'Customers can no longer reach you through it, and your replies to them fail. Conversations are kept.',
    lastInbound: 'Last message',
    noneYet: 'No messages yet',
    works: 'Works',
    connected: (name: string) => `“${name}” is connected.`,
    checkNamed: (name: string) => `Test: ${name}`,
    replaceNamed: (name: string) => `Replace token: ${name}`,
    removeNamed: (name: string) => `Disconnect: ${name}`,
    problems: {
      credentials_refused: 'Telegram no longer accepts the token. Replace it.',
      webhook_refused:
        'Telegram could not deliver messages to this service. Check that its address is reachable from the internet.',
      other_receiver: 'Another program receives the messages of this bot. Stop it, or use another bot.',
      unreachable: 'Telegram did not respond. Try again later.',
      sending_refused:
        'The mail server refuses the sign-in or the sender. Check user name, password and address.',
      sending_unreachable: 'The mail server for sending does not respond. Check server and port.',
      folder_missing: 'The folder no longer exists. Choose another folder.',
      host_refused: 'The address of the mail server is not allowed.',
      encryption_failed: 'The mail server offers no valid encryption.',
    } satisfies Record<ChannelProblem, string>,
  },
  problems: {
    channel_token_malformed: 'This is not a bot token. Copy all of it from BotFather.',
    channel_token_refused: 'Telegram does not accept this token. Copy it again from BotFather.',
    channel_token_other_account: 'This token belongs to another bot.',
    channel_taken: 'This bot is already connected to Parley.',
    channel_limit: 'You have reached the maximum number of channels. Disconnect one first.',
    channel_unreachable: 'Telegram did not respond. Try again.',
    message_not_failed: 'This message was sent in the meantime.',
  },
}
