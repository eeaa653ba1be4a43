import type { CannedReply } from '@parley/protocol/canned-reply'
import type { Media, MediaTicket } from '@parley/protocol/media'
import { expect } from 'vitest'
import type { TestShop } from './test-shop.ts'

interface Answer {
  status: number
  body: never
}

export const sharedReply = { type: 'organization' }
export const personalReply = { type: 'personal' }

/** Requests about canned replies, as the owner or with another agent's cookie. */
export function cannedRepliesOf(shop: TestShop) {
  const root = () => `/v1/organizations/${shop.organization.id}`
  let count = 0
  const freshShortcut = () => `reply-${++count}`

  const call = (method: string, path: string, body?: object, cookie = shop.organization.cookie) =>
    shop.service.call(method, `${root()}/canned-replies${path}`, {
      cookie,
      ...(body && { body }),
    }) as Promise<Answer>

  async function add(more: object = {}, cookie?: string): Promise<CannedReply> {
    const body = { shortcut: freshShortcut(), content: 'Text', visibility: sharedReply, ...more }
    const added = await call('POST', '', body, cookie)
    expect([added.status, added.body]).toEqual([201, expect.anything()])
    return added.body
  }

  async function listed(cookie?: string): Promise<CannedReply[]> {
    const { body } = await call('GET', '?max=100', undefined, cookie)
    return (body as { data: CannedReply[] }).data
  }

  return {
    root,
    call,
    add,
    listed,
    freshShortcut,
    shortcutsOf: async (cookie?: string) => (await listed(cookie)).map(({ shortcut }) => shortcut),

    async upload(text: string, cookie = shop.organization.cookie): Promise<Media> {
      const ticket = await call(
        'POST',
        '/media-tickets',
        { name: 'price list.txt', size: text.length },
        cookie,
      )
      expect(ticket.status).toBe(201)
      const { upload_url, ticket: sealed } = ticket.body as MediaTicket
      const sent = await fetch(shop.service.address + new URL(upload_url).pathname, {
        method: 'PUT',
        headers: { 'Parley-Upload': sealed },
        body: text,
      })
      return (await sent.json()) as Media
    },

    async exported(): Promise<string> {
      const response = await fetch(`${shop.service.address}${root()}/canned-replies/export`, {
        headers: { cookie: shop.organization.cookie },
      })
      expect(response.headers.get('content-type')).toContain('text/csv')
      return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer())
    },

    async keyWith(scope: string): Promise<string> {
      const made = (await shop.service.call('POST', `${root()}/api-keys`, {
        cookie: shop.organization.cookie,
        body: { name: scope, scopes: [scope] },
      })) as { body: { key: string } }
      return made.body.key
    },

    async withKey(key: string, method: string, path: string, body?: object) {
      const answer = await fetch(`${shop.service.address}${root()}/canned-replies${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      })
      return { status: answer.status, body: (await answer.json().catch(() => null)) as never }
    },
  }
}
