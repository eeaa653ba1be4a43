/** Webhooks and API keys. */
export const webhooksEn = {
  title: 'Webhooks',
  lead: 'Parley sends a signed HTTPS request to your server for each event.',
  create: 'New webhook',
  createTitle: 'New webhook',
  createAction: 'Create webhook',
  all: 'All webhooks',
  noneTitle: 'No webhooks yet',
  noneText:
    'A webhook is a URL on your server. Parley calls it as soon as something happens, so that you do not need to poll.',
  reference: 'API reference',
  on: 'On',
  off: 'Off',

  name: 'Name',
  nameHint: 'Shown in lists instead of the URL. Optional.',

  url: 'URL',
  urlHint: 'Starts with https:// and is reachable from the internet.',
  events: 'Events',
  eventsMissing: 'Choose at least one event.',
  eventsCancel: 'Removing an event cancels its pending deliveries.',
  allEvents: 'All events',
  /** When each event is sent. */
  when: {
    'conversation.started':
      'A conversation opens: on a customer’s first message, or when an agent reopens or takes over a closed one.',
    'conversation.ended': 'A conversation is closed. Includes a link to the messages, valid for 24 hours.',
    'call.started': 'A customer calls, and the call rings or waits in the queue.',
    'call.ended': 'An answered call ends. Includes who answered, the waiting time and who hung up.',
    'call.missed':
      'A call ends unanswered: no agent answered, the customer hung up, or it could not connect.',
    'call.recording_ready':
      'All recordings of a call are complete. Includes a link to each file, valid for 24 hours.',
    'customer.created': 'A new customer: on the first message, call or member sign-in.',
    'customer.updated':
      'A customer’s name, contact details, block or dedicated agent changes, or the account is closed.',
  },
  /** By the service's code; the first one and https are also checked in the browser. */
  urlProblems: {
    webhook_url_invalid: 'This is not a valid URL. Enter one like https://shop.example.com/webhooks.',
    webhook_url_too_long: 'This URL is too long. The maximum is 2048 characters.',
    webhook_url_not_https: 'Only https:// is supported, so that nobody can read events in transit.',
    webhook_url_credentials:
      'Remove the user name and password from the URL. The signature proves who is calling.',
    webhook_url_fragment: 'Remove the # and everything after it: servers never receive it.',
    webhook_url_port:
      'This port is used by another kind of service. Use the default https port or a port from 1024 up.',
    webhook_url_local_name: 'This name works only inside a network. Use a public host name.',
    webhook_url_private: 'This address is private or reserved. Use a public address.',
  },
  /** DNS result after saving. */
  urlWarnings: {
    name_unknown:
      'The host in this URL does not exist or has no address yet. Deliveries fail until it has one.',
    name_unanswered: 'No name server responded for the host in this URL. Deliveries fail until one does.',
    address_refused:
      'The host in this URL resolves to a private or reserved network. Parley does not send there.',
  },

  trouble: {
    /** Text alternative of the dot in the rail. */
    spoken: 'A webhook keeps failing',
    many: (count: number) => (count === 1 ? 'A webhook keeps failing' : `${count} webhooks keep failing`),
    manyText:
      'Each delivery is retried twice and then fails. You can resend failed deliveries once the receiver works again.',
    since: (failures: number, since: string) =>
      failures === 1
        ? `The last attempt failed, on ${since}.`
        : `${failures} attempts in a row have failed since ${since}.`,
    status: (status: number) => `Last response: ${status}.`,
    noAnswer: 'There was no response.',
    look: 'View deliveries',
  },

  sending: 'Sending',
  active: 'Send events to this URL',
  activeHint: 'While this is off, nothing is sent and events are not kept for later.',
  switchOffTitle: 'Turn off this webhook?',
  switchOffText:
    'No more events are sent. Pending deliveries are cancelled, and events that occur in the meantime are not sent later. You can resend cancelled deliveries manually.',
  switchOff: 'Turn off',
  switchedOn: 'Webhook turned on.',
  switchedOff: 'Webhook turned off.',

  endpoint: 'Endpoint',

  deliveries: 'Deliveries',
  deliveriesLead:
    'The most recent deliveries. A test event goes only to this webhook and is signed like any other.',
  allDeliveries: 'All deliveries',
  noDeliveries: 'Nothing sent yet. Send a test event to check that your server responds.',
  test: 'Send test event',
  testTitle: 'Test event',
  testOff: 'Turn on the webhook to send a test event.',
  testDetails: 'Request and response',
  testEvent: 'Event to send',
  testSample:
    'A sample has the format of a real event with made-up data. Its IDs start with 00000000. Your server handles it like a real event.',

  statistics: {
    title: 'Attempts and response times',
    lead: 'How the endpoint responds, including retries and test events.',
    period: 'Period',
    periods: { '24h': '24 hours', '14d': '14 days' },
    attempts: 'Attempts',
    attemptsNote: { '24h': 'per hour', '14d': 'per six hours' },
    times: 'Response time',
    timesNote: 'until the response status or the error',
    delivered: 'Delivered',
    failed: 'Failed',
    median: 'Median',
    p95: '95th percentile',
    none: 'No attempts in this period.',
    table: 'Figures as a table',
    from: 'From',
  },

  secret: 'Signing secret',
  secretLead:
    'Your server uses it to verify that a request comes from Parley and was not modified. Keep it on your server only.',
  copySecret: 'Copy signing secret',
  verify: 'Verify requests',
  verifyLead:
    'The Standard Webhooks library does it in a few lines. Verify the raw body, respond with 2xx, and do the work afterwards.',
  verifyLanguage: 'Sample language',
  copySample: 'Copy sample',
  regenerate: 'Regenerate the signing secret',
  regenerateTitle: 'Regenerate the signing secret?',
  regenerateText:
    'From the next attempt on, everything is signed with the new secret only, including retries. Until you add it to your server, your server rejects deliveries. Rejected deliveries are retried twice, at least 10 minutes apart.',
  /** After a lost response. */
  regenerateUnknown: 'The secret may have been replaced. Show it to check before you try again.',
  regenerateAction: 'Regenerate secret',
  regenerated: 'New signing secret created. Add it to your server now.',

  delete: 'Delete this webhook',
  deleteText: (url: string) =>
    `Nothing more is sent to ${url}, pending deliveries are cancelled, and the signing secret is permanently deleted. Failed deliveries can no longer be resent, and automation rules no longer call this webhook.`,
  deleteAction: 'Delete webhook',
  deleted: 'Webhook deleted.',
}

export const apiKeysEn = {
  title: 'API keys',
  lead: 'Your programs use API keys to call the Parley API. A key can do only what its scopes allow.',
  create: 'New API key',
  createTitle: 'New API key',
  createAction: 'Create key',
  name: 'Name',
  nameHint: 'The program that uses it.',
  scopes: 'Scopes',
  scopesMissing: 'Choose at least one scope.',
  may: {
    'webhooks:read': 'Read webhooks, without their secrets.',
    'webhooks:write':
      'Create, change and delete webhooks, read and regenerate their secrets, send test events. A webhook receives customers’ contact details, messages and recordings.',
    'deliveries:read': 'Read deliveries with every request and response.',
    'deliveries:resend': 'Send deliveries again.',
    'calls:read': 'Read calls with their notes and recordings.',
    'conversations:read': 'Read conversations, also of one customer, with names and previews.',
    'conversations:write':
      'Close, reopen, assign, prioritize and snooze conversations. Each response contains the customer’s name and a preview of the last message.',
    'customers:read': 'Read customers with their contact details.',
    'messages:read': 'Read the messages of conversations.',
    'messages:write':
      'Send messages to open conversations, as an agent or as the system. Edit messages that programs sent, and delete messages of all agents.',
    'notes:read': 'Read private notes of agents.',
    'notes:write': 'Add private notes in an agent’s name.',
    'canned_replies:read': 'Read the organization’s canned replies.',
    'canned_replies:write': 'Create, change, delete and import the organization’s canned replies.',
    'labels:read': 'Read the list of labels.',
    'labels:write': 'Create and change labels, add them to conversations and remove them.',
    'agents:read': 'Read the list of agents, with names and pictures.',
    'teams:read': 'Read the list of teams.',
    'teams:write': 'Create, change and delete teams, and move conversations to them.',
    'ratings:read': 'Read customers’ ratings of conversations, with comments.',
    'reports:read': 'Read reports and the conversations behind their figures, without customer names.',
    'sla:read': 'Read SLA policies, and the SLA clocks of conversations.',
  },
  ready: 'The key is ready',
  readyText: 'Copy it now. It is shown only once; Parley stores only a fingerprint.',
  copyKey: 'Copy API key',
  keepIt: 'Anyone with this key can use it. Keep it on your server, never in a page, an app or a repository.',
  done: 'Done',
  noneTitle: 'No API keys yet',
  noneText: 'Create one to read deliveries or manage webhooks from your own programs.',
  list: 'Keys',
  lastUsed: 'Last used',
  neverUsed: 'Never used',
  made: 'Created',
  revoke: 'Revoke',
  revokeNamed: (name: string) => `Revoke ${name}`,
  revokeTitle: (name: string) => `Revoke ${name}?`,
  revokeText: 'Programs that use this key are rejected immediately. This cannot be undone.',
  revoked: (name: string) => `${name} was revoked.`,
  use: 'Usage',
  useLead: 'Send the key as a Bearer token. This example lists failed deliveries:',
  copyExample: 'Copy example',
}
