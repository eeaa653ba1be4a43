import type { ConnectResult } from '@parley/protocol/session'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openSocialScene, shopOrigin, type SocialScene } from '../../testing/social-scene.ts'
import { handoverOf } from '../../testing/test-browser.ts'
import type { TestVisitor } from '../../testing/test-service.ts'

/** Sign-ins, and the end of accounts, while the database fails. */
let scene: SocialScene
let visitor: TestVisitor
beforeAll(async () => {
  scene = await openSocialScene()
  await scene.database.query(
    `create sequence failed;
     create function fail() returns trigger language plpgsql as $$ begin
       if nextval('failed') <= tg_argv[0]::int then
         raise exception 'the database is shutting down' using errcode = '57P01';
       end if;
       return coalesce(new, old);
     end $$`,
  )
})
afterAll(() => scene.close())
beforeEach(async () => {
  visitor = await scene.visitor()
})

/** Runs `run` while the first statements of a kind fail. */
async function failing<T>(statement: string, times: number, run: () => Promise<T>): Promise<T> {
  await scene.database.query(
    `select setval('failed', 1, false);
     create trigger fails before ${statement} for each row execute function fail(${times})`,
  )
  try {
    return await run()
  } finally {
    await scene.database.query(`drop trigger fails on ${statement.split(' on ')[1]}`)
  }
}

const codeOf = async () => handoverOf(await scene.through(visitor, 'google', scene.browser())).message['code']

describe('login.redeem', () => {
  test('[M19] can be repeated when it failed, and accepts the code once', async () => {
    const code = await codeOf()
    await failing('insert on member_session', 1, async () => {
      expect((await visitor.socket.refused('login.redeem', { code })).code).toBe('unavailable')
    })
    const back = await scene.visitor(scene.shop, { key: visitor.key })
    expect(back.connected.member).toBeNull()
    expect(await back.socket.request('login.redeem', { code })).toMatchObject({
      member: { auth_provider: 'google' },
    })
    expect((await back.socket.refused('login.redeem', { code })).code).toBe('login_code_invalid')
    await back.socket.leave()
  })

  test('[M19] at once on two sockets of one key is accepted on one', async () => {
    const code = await codeOf()
    const other = await scene.visitor(scene.shop, { key: visitor.key })
    const outcomes = await Promise.allSettled(
      [visitor, other].map(({ socket }) => socket.request<ConnectResult>('login.redeem', { code })),
    )
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await Promise.all([visitor.socket.leave(), other.socket.leave()])
  })

  test('[M14] signs out other browsers when closing the account was interrupted', async () => {
    await scene.signIn('google', visitor)
    const elsewhere = await scene.visitor()
    await scene.signIn('google', elsewhere)
    await failing('delete on member_session', 1, () =>
      expect(visitor.socket.request('account.close')).rejects.toThrow('closed with 4440'),
    )
    expect((await elsewhere.socket.closed).code).toBe(4440)
    visitor = await scene.visitor(scene.shop, { key: visitor.key })
    expect((await scene.signIn('google', visitor)).member).not.toBeNull()
    const back = await scene.visitor(scene.shop, { key: elsewhere.key })
    expect(back.connected.member).toBeNull()
    await Promise.all([visitor.socket.leave(), back.socket.leave()])
  })
})

describe('the callback', () => {
  test('repeats what fails after the service’s code is used', async () => {
    const exchanged = scene.services.github.tokens().length
    const visit = await failing('insert on login_code', 1, () =>
      scene.through(visitor, 'github', scene.browser()),
    )
    expect(handoverOf(visit)).toMatchObject({
      message: { type: 'parley.login', code: expect.stringMatching(/^[\w-]{43}$/) },
      origin: shopOrigin,
    })
    expect(scene.services.github.tokens()).toHaveLength(exchanged + 1)
    await visitor.socket.leave()
  })

  test('shows a page when the database is out of reach, and can be opened again', async () => {
    const browser = scene.browser()
    const answer = await scene.answerOf(visitor, 'x', browser)
    await failing('delete on login_transaction', 1, async () => {
      const visit = await browser.open(answer.href)
      expect([visit.status, visit.headers.get('retry-after')]).toEqual([503, '2'])
      expect(visit.headers.get('content-type')).toContain('text/html')
    })
    expect(handoverOf(await browser.open(answer.href)).message).toMatchObject({ type: 'parley.login' })
    await visitor.socket.leave()
  })
})
