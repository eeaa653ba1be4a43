/** Webhooks, and the API keys of the organization's own programs. */
export const webhooksEn = {
  title: 'Webhooks',
  lead: 'Parley calls your server when something happens: one signed HTTPS request for each event.',
  create: 'New webhook',
  createTitle: 'New webhook',
  createAction: 'Create webhook',
  all: 'All webhooks',
  noneTitle: 'No webhook yet',
  noneText:
    'A webhook is an address on your server. Parley calls it, signed, as soon as something happens, so that you need not ask again and again.',
  reference: 'API reference',
  on: 'On',
  off: 'Off',

  url: 'URL',
  urlHint: 'Starts with https:// and can be reached from the internet.',
  events: 'Events',
  eventsMissing: 'Choose at least one event.',
  eventsCancel: 'Deliveries that still wait are cancelled when you take their event away.',
  allEvents: 'All events',
  /** When each is sent. */
  when: {
    'conversation.started':
      'A conversation opens: a customer’s first message, or an agent reopens or takes over a closed one.',
    'conversation.ended': 'A conversation is closed. It carries a link to the messages, valid for 24 hours.',
    'call.started': 'A customer calls: it rings at an agent, or waits in the queue.',
    'call.ended':
      'An answered call is over. It tells who answered, how long the customer waited, and who hung up.',
    'call.missed':
      'A call is over without an answer: nobody picked up, the customer gave up, or it could not be connected.',
    'call.recording_ready':
      'The recordings of a call are complete. It carries a link to each file, valid for 24 hours.',
    'customer.created': 'Somebody is new: by a first message or call, or a member’s first sign-in.',
    'customer.updated':
      'A customer’s name, contact, block or dedicated agent changes, or the account is closed.',
  },
  /** By the code of the service; the first one and https are told before it is asked. */
  urlProblems: {
    webhook_url_invalid: 'This is not a URL. Write it like https://shop.example.com/webhooks.',
    webhook_url_too_long: 'This URL is too long. 2048 characters are possible.',
    webhook_url_not_https: 'Only https:// is possible: nobody may read along on the way.',
    webhook_url_credentials: 'Leave user and password out of the URL. The signature proves who is calling.',
    webhook_url_fragment: 'Leave out the # and what follows: a server never gets to see it.',
    webhook_url_port:
      'This port belongs to another kind of service. Use the usual one of https, or one from 1024 on.',
    webhook_url_local_name:
      'This name works only inside a network. Use one that the whole internet can resolve.',
    webhook_url_private:
      'This address is private or reserved. Use one that can be reached from the internet.',
  },
  /** After it was saved: what its name says. */
  urlWarnings: {
    name_unknown:
      'The name in this URL does not exist, or has no address yet. Until it has one, deliveries fail.',
    name_unanswered: 'No name server answered for the name in this URL. While that is so, deliveries fail.',
    address_refused:
      'The name in this URL leads to a private or reserved network. Parley sends nothing there.',
  },

  trouble: {
    /** For the dot in the rail. */
    spoken: 'A webhook keeps failing',
    many: (count: number) => (count === 1 ? 'A webhook keeps failing' : `${count} webhooks keep failing`),
    manyText:
      'What could not be delivered is tried again twice and then given up. You can resend it once the receiver works again.',
    since: (failures: number, since: string) =>
      failures === 1
        ? `The last attempt failed, on ${since}.`
        : `${failures} attempts in a row have failed since ${since}.`,
    status: (status: number) => `Last answer: ${status}.`,
    noAnswer: 'There was no answer.',
    look: 'Look at its deliveries',
  },

  sending: 'Sending',
  active: 'Send events to this URL',
  activeHint: 'Switched off it receives nothing, and nothing is kept for later.',
  switchOffTitle: 'Switch this webhook off?',
  switchOffText:
    'It receives nothing from now on. Deliveries that wait for their next attempt are cancelled, and what happens meanwhile is not sent later. Cancelled deliveries can be resent by hand.',
  switchOff: 'Switch off',
  switchedOn: 'Events are sent from now on.',
  switchedOff: 'Nothing is sent to this URL any more.',

  endpoint: 'Endpoint',

  deliveries: 'Deliveries',
  deliveriesLead: 'The last ones. A test goes to this webhook alone, signed like every event.',
  allDeliveries: 'All deliveries',
  noDeliveries: 'Nothing was sent yet. Send a test event to see whether your server answers.',
  test: 'Send test event',
  testTitle: 'Test event',
  testOff: 'Switch the webhook on to send a test event.',
  testDetails: 'Request and answer',

  secret: 'Signing secret',
  secretLead:
    'With it your server makes sure that a request comes from Parley and was not changed. It belongs on your server only.',
  copySecret: 'Copy the signing secret',
  verify: 'Receive',
  verifyLead:
    'With the Standard Webhooks library it is a few lines. Verify the raw body, answer 2xx first, and do the work afterwards.',
  verifyLanguage: 'Language of the sample',
  copySample: 'Copy the sample',
  regenerate: 'Regenerate the signing secret',
  regenerateTitle: 'Regenerate the signing secret?',
  regenerateText:
    'From the next attempt on everything is signed with the new secret alone, also what waits to be tried again. Until your server knows it, it refuses what comes. Refused deliveries are tried again twice, at least 10 minutes apart.',
  regenerateAction: 'Regenerate the secret',
  regenerated: 'The secret is new. Put it on your server now.',

  delete: 'Delete this webhook',
  deleteText: (url: string) =>
    `Nothing is sent to ${url} any more, deliveries that wait are cancelled, and the signing secret is gone for good.`,
  deleteAction: 'Delete webhook',
  deleted: 'The webhook was deleted.',
}

export const apiKeysEn = {
  title: 'API keys',
  lead: 'With a key your own programs use the API of Parley. A key may do what its scopes say, nothing else.',
  create: 'New API key',
  createTitle: 'New API key',
  createAction: 'Create key',
  name: 'Name',
  nameHint: 'Which program uses it.',
  scopes: 'Scopes',
  scopesMissing: 'Choose at least one scope.',
  may: {
    'webhooks:read': 'Read webhooks, without their secrets.',
    'webhooks:write':
      'Create, change and delete webhooks, read and regenerate their secrets, send test events.',
    'deliveries:read': 'Read deliveries with every request and answer.',
    'deliveries:resend': 'Send deliveries again.',
    'calls:read': 'Read calls with their notes and recordings.',
    'messages:write': 'Send messages to open conversations, as an agent or as the system.',
  },
  ready: 'The key is ready',
  readyText: 'Copy it now: it is shown this once. Parley keeps only a fingerprint of it.',
  copyKey: 'Copy the API key',
  keepIt: 'Whoever has it can use it. Keep it on your server, never in a page, an app or a repository.',
  done: 'Done',
  noneTitle: 'No API key yet',
  noneText: 'Create one to read deliveries or to manage webhooks from your own programs.',
  list: 'Keys',
  lastUsed: 'Last used',
  neverUsed: 'Never used',
  made: 'Made',
  revoke: 'Revoke',
  revokeNamed: (name: string) => `Revoke ${name}`,
  revokeTitle: (name: string) => `Revoke ${name}?`,
  revokeText: 'Programs that use this key are refused at once. It cannot be brought back.',
  revoked: (name: string) => `${name} was revoked.`,
  use: 'Use',
  useLead: 'Send the key as a Bearer token. This lists the deliveries that failed:',
  copyExample: 'Copy the example',
}
