import { afterAll, beforeAll, expect, test } from 'vitest'
import { timestamp } from '../../core/clock.ts'
import { openDatabase } from '../../core/database.ts'
import { openSocialScene, type SocialScene } from '../../testing/social-scene.ts'
import { deleteExpired } from './transaction-store.ts'

let scene: SocialScene
beforeAll(async () => {
  scene = await openSocialScene()
})
afterAll(() => scene.close())

async function counts(): Promise<number[]> {
  const { rows } = await scene.database.query<{ count: number }>(
    `select count(*)::int from login_transaction union all
     select count(*)::int from login_code union all select count(*)::int from member_session`,
  )
  return rows.map(({ count }) => count)
}

test('unopened sign-ins keep one row per key, and only expired rows are deleted', async () => {
  const visitor = await scene.visitor()
  for (const social of ['google', 'x', 'github'] as const) await scene.begin(visitor, social)
  expect(await counts()).toEqual([1, 0, 0])
  await scene.signIn('x', visitor)
  await scene.through(visitor, 'x', scene.browser())
  await scene.begin(visitor, 'x')
  expect(await counts()).toEqual([1, 1, 1])

  const { db, close } = openDatabase(scene.service.databaseUrl)
  const sweptAt = async (milliseconds: number) => {
    await deleteExpired(db, timestamp(Date.now() + milliseconds))
    return counts()
  }
  expect(await sweptAt(0)).toEqual([1, 1, 1])
  expect(await sweptAt(3 * 60_000)).toEqual([1, 0, 1])
  expect(await sweptAt(11 * 60_000)).toEqual([0, 0, 1])
  expect(await sweptAt(31 * 86_400_000)).toEqual([0, 0, 0])
  await close()
  await visitor.socket.leave()
})
