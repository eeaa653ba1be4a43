import { describe, expect, it } from 'vitest'
import { newId } from '../ids.ts'
import { createSecrets } from '../secrets.ts'
import { createReplyAddresses, type ReplyTarget } from './reply-address.ts'

const signed = createReplyAddresses(createSecrets('a secret of this installation'))
const foreign = createReplyAddresses(createSecrets('a secret of another installation'))
const target = (kind: ReplyTarget['kind'] = 'conversation'): ReplyTarget => ({ kind, id: newId() })

const addressOf = (of: ReplyTarget) => signed.addressFor('support@example.com', of) as string

/** The last character of the token, changed. */
const forged = (text: string) => text.replace(/(.)@/, (_, last: string) => `${last === '0' ? '1' : '0'}@`)

describe('reply addresses', () => {
  it('refuses addresses without a token, with a changed one, and of another installation', () => {
    const address = addressOf(target())
    for (const wrong of [
      '',
      '@',
      'support@example.com',
      'support+sales@example.com',
      forged(address),
      address.replace('+c', '+p'),
      address.replace('+c', '+x'),
      address.replace('+', ''),
      address.replace('@', 'a@'),
      foreign.addressFor('support@example.com', target()) as string,
      `support+c${'v'.repeat(42)}@example.com`,
      `support+c${'0'.repeat(42)}@example.com`,
    ])
      expect(signed.readAddress(wrong), wrong).toBeNull()
  })

  it('returns the conversation or the customer that it was signed for', () => {
    for (const of of [target('conversation'), target('customer')]) {
      expect(addressOf(of)).toMatch(/^support\+[a-z0-9]{43}@example\.com$/)
      expect(signed.readAddress(addressOf(of))).toEqual(of)
    }
  })

  it('survives a change of case and of the domain', () => {
    const of = target()
    expect(signed.readAddress(addressOf(of).toUpperCase())).toEqual(of)
    expect(signed.readAddress(addressOf(of).replace('example.com', 'mail.example.net'))).toEqual(of)
  })

  it('keeps a sub-address of the mailbox itself', () => {
    const of = target()
    const address = signed.addressFor('shop+de@example.com', of) as string
    expect(address).toMatch(/^shop\+de\+/)
    expect(signed.readAddress(address)).toEqual(of)
  })

  it('is null where the local part would become longer than 64 characters', () => {
    const of = target()
    const longest = `${'a'.repeat(20)}@example.com`
    expect(signed.addressFor(longest, of)?.indexOf('@')).toBe(64)
    expect(signed.addressFor(`a${longest}`, of)).toBeNull()
  })
})

describe('Message-IDs', () => {
  it('refuses ids of others, changed ones, and tokens of reply addresses', () => {
    const of = target()
    const id = signed.messageIdFor('example.com', of, newId())
    const token = /\+(\w+)@/.exec(addressOf(of))?.[1]
    for (const wrong of [
      '',
      '<20261122.1@mail.example.com>',
      forged(id),
      id.replace('<c', '<p'),
      foreign.messageIdFor('example.com', of, newId()),
      `<${token}@example.com>`,
    ])
      expect(signed.readMessageId(wrong), wrong).toBeNull()
  })

  it('returns what it was signed for, with or without angle brackets', () => {
    for (const of of [target('conversation'), target('customer')]) {
      const mail = newId()
      const id = signed.messageIdFor('example.com', of, mail)
      expect(id).toMatch(/^<\w+@example\.com>$/)
      expect(signed.readMessageId(id)).toEqual({ target: of, mail })
      expect(signed.readMessageId(id.slice(1, -1))).toEqual({ target: of, mail })
    }
  })

  it('is the same for the same mail', () => {
    const of = target()
    const mail = newId()
    const id = signed.messageIdFor('example.com', of, mail)
    expect(signed.messageIdFor('example.com', of, mail)).toBe(id)
    expect(signed.messageIdFor('example.com', of, newId())).not.toBe(id)
  })
})
