import { expect, test } from 'vitest'
import { createReplyAddresses } from '../../../core/mail/reply-address.ts'
import { createSecrets } from '../../../core/secrets.ts'
import { createTokenBuckets } from '../../../core/token-bucket.ts'
import { automaticPerContact } from '../contact-limits.ts'
import { automaticPerMailbox, createEmailAdapter } from './email-adapter.ts'
import { readMail } from './mail-reader.ts'
import type { Mailbox } from './mailbox.ts'

const mailbox: Mailbox = {
  address: 'support@shop.example',
  name: 'Shop support',
  folder: 'INBOX',
  plus_addresses: true,
  authentication_server: null,
  imap: {
    host: 'imap.shop.example',
    port: 993,
    encryption: 'implicit',
    user: 'support',
    password: 'a password',
  },
  smtp: { host: 'smtp.shop.example', port: 465, encryption: 'implicit', login: null },
}
const account = { organizationId: 'shop', providerId: 'a', credentials: JSON.stringify(mailbox) }
const mail = { to: 'ada@mail.example', subject: 'Hello', text: 'Hello' }

function newAdapter() {
  const organizations: string[] = []
  const adapter = createEmailAdapter({
    readMail,
    onUnreadable: () => {},
    addresses: createReplyAddresses(createSecrets('a secret of the tests, long enough')),
    async findHost(_host, organizationId) {
      organizations.push(organizationId)
      return { outcome: 'unreachable' }
    },
    waitMs: 1000,
    file: async () => undefined,
    threadOf: async () => undefined,
    automatic: {
      toContact: createTokenBuckets(automaticPerContact, () => 0),
      ofMailbox: createTokenBuckets(automaticPerMailbox, () => 0),
    },
  })
  return { adapter, organizations }
}
type Adapter = ReturnType<typeof newAdapter>['adapter']

test.each<[string, (adapter: Adapter) => Promise<unknown>, string[]]>([
  ['testing settings', (adapter) => adapter.test('shop', mailbox), ['shop', 'shop']],
  ['connecting', (adapter) => adapter.identify(account.credentials, 'shop'), ['shop', 'shop']],
  [
    'reading',
    (adapter) =>
      adapter.poll(
        account,
        { cursor: null, epoch: null, connectedAt: 0 },
        { signal: new AbortController().signal, reserve: async () => true },
      ),
    ['shop'],
  ],
  [
    'answering',
    (adapter) =>
      adapter.send(account, {
        contact: 'ada@mail.example',
        customerId: 'customer',
        conversationId: '0199f3a2-0000-7000-8000-000000000002',
        messageId: '0199f3a2-0000-7000-8000-000000000003',
        automatic: false,
        byApi: false,
        part: { kind: 'whole', text: 'Hello', media: [] },
        replyTo: null,
        openFile: async () => undefined,
      }),
    ['shop'],
  ],
  [
    'writing to a customer of another channel',
    (adapter) =>
      adapter.sendToCustomer(account, mail, {
        conversationId: '0199f3a2-0000-7000-8000-000000000002',
        id: 'mail',
        withReplyAddress: false,
      }),
    ['shop'],
  ],
])('%s looks up the servers of a mailbox for its organization', async (_, act, expected) => {
  const { adapter, organizations } = newAdapter()
  await act(adapter)
  expect(organizations).toEqual(expected)
})
