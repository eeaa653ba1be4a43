import type { MessageSent } from '@parley/protocol/message'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { newId } from '../core/ids.ts'
import type { TestKey } from './test-key.ts'
import { connectMember, secretKeyOf, signToken, tokenClaims } from './test-member.ts'
import {
  foundOrganization,
  startTestService,
  type TestOrganization,
  type TestService,
  type TestVisitor,
} from './test-service.ts'
import type { TestSocket } from './test-socket.ts'

/** A service whose clock the test sets, and a shop whose members the test signs in. */
export interface MemberShop {
  service: TestService
  /** A new one for each test. */
  shop: TestOrganization
  secretKey: string
  /** The service's clock (ms). */
  now: number
  newUid(): string
  /** Returns a token for this key, of `at` and signed by its secret key. */
  sign(
    jkt: string,
    claims?: Record<string, unknown>,
    by?: { secretKey?: string; at?: TestOrganization },
  ): Promise<string>
  /** Connects a member of the shop. */
  member(
    uid: string,
    options?: { key?: TestKey; claims?: object; params?: object },
  ): Promise<TestVisitor & { token: string }>
  say(socket: TestSocket, content?: string): Promise<MessageSent>
}

let users = 0

/** Starts the service in beforeAll, founds a shop in beforeEach, and stops the service in afterAll. */
export function useMemberShop(): MemberShop {
  const on: Omit<MemberShop, 'service' | 'shop' | 'secretKey'> & Partial<MemberShop> = {
    now: Date.now(),
    newUid: () => `user-${++users}`,
    sign(jkt, claims = {}, { secretKey = opened.secretKey, at = opened.shop } = {}) {
      return signToken(secretKey, tokenClaims({ providerId: at.providerId, jkt, now: on.now }, claims))
    },
    member: (uid, options = {}) =>
      connectMember(
        opened.service,
        opened.shop.providerId,
        (jkt) => opened.sign(jkt, { uid, ...options.claims }),
        options,
      ),
    say: (socket, content = 'Hello') => socket.request('message.send', { client_id: newId(), content }),
  }
  const opened = on as MemberShop
  beforeAll(async () => {
    on.service = await startTestService({ clock: () => on.now })
  })
  afterAll(() => opened.service.stop())
  beforeEach(async () => {
    on.shop = await foundOrganization(opened.service, 'Shop')
    on.secretKey = await secretKeyOf(opened.service, on.shop)
  })
  return opened
}
