import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ada, startTelegramScene, type TelegramScene } from '../../testing/telegram-setup.ts'

/** "Try again" at a message that did not reach the contact. */

let scene: TelegramScene
let client: pg.Client
beforeAll(async () => {
  scene = await startTelegramScene('Retries')
  client = new pg.Client({ connectionString: scene.service.databaseUrl })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await scene.stop()
})

it('a message stays failed when the database is lost during "Try again", and the next try sends it', async () => {
  await scene.push(scene.telegram.writes(ada, { text: 'Do you deliver to Bern?' }))
  await scene.settle()
  const [row] = await scene.conversations()
  const customerId = row?.customer.id ?? ''
  scene.telegram.misbehave('sendMessage', { kind: 'error', code: 400, description: 'Bad Request' })
  const messageId = await scene.say(customerId, 'Yes, we do')
  await scene.settle()
  const delivery = async () => (await scene.history(customerId)).at(-1)?.delivery
  const failed = { state: 'failed', reason: 'rejected' }
  expect(await delivery()).toEqual(failed)
  const tryAgain = () =>
    scene.service.call('POST', scene.path(`/conversations/${row?.id}/messages/${messageId}/retry`), {
      cookie: scene.organization.cookie,
    })

  await client.query(`
    create function lose_connection() returns trigger language plpgsql as
      $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$;
    create trigger lose_connection before update on channel_outbox
      for each row when (new.state = 'pending') execute function lose_connection()`)
  expect((await tryAgain()).status).toBe(503)
  expect(await delivery()).toEqual(failed)

  await client.query('drop trigger lose_connection on channel_outbox')
  expect((await tryAgain()).body).toEqual({ message_id: messageId, state: 'pending', reason: null })
  await scene.settle()
  expect(scene.telegram.shown(ada).map(({ text }) => text)).toEqual(['Yes, we do'])
  const entries = await scene.entries(customerId, 'message.delivery')
  expect(entries.map(({ data }) => (data as { state: string }).state)).toEqual(['failed', 'pending', 'sent'])
})
