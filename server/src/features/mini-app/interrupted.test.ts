import pg from 'pg'
import type { ConnectResult } from '@parley/protocol/session'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createInitDataSigner } from '../../testing/init-data.ts'
import { startTelegramScene, type TelegramScene } from '../../testing/telegram-setup.ts'
import { newTestKey, type TestKey } from '../../testing/test-key.ts'
import { credentials } from '../../testing/test-member.ts'
import { baseUrl } from '../../testing/test-service.ts'

/** Sign-ins to a mini app that fail after their initData was used up. */

const signer = createInitDataSigner()
const user = { id: 4712, first_name: 'Ada', language_code: 'de' }
let scene: TelegramScene
let database: pg.Client
let key: TestKey
let ahead = 0

beforeAll(async () => {
  scene = await startTelegramScene('Mini', signer.publicKeys)
  await scene.service.call('PUT', scene.path(`/channels/${scene.channel.id}/mini-app`), {
    cookie: scene.organization.cookie,
    body: { widget_id: scene.organization.providerId },
  })
  database = new pg.Client({ connectionString: scene.service.databaseUrl })
  await database.connect()
  key = await newTestKey()
})
afterAll(async () => {
  await database.end()
  await scene.stop()
})

function launch(): string {
  ahead += 1
  scene.turn(1_000)
  const authDate = Math.floor(Date.now() / 1000) + ahead
  return signer.initData({ token: scene.telegram.token, user, authDate })
}

async function signIn(text: string, by = key) {
  const answer = await scene.service.app.http.inject({
    method: 'POST',
    url: `/v1/public/mini-apps/${scene.channel.id}/token`,
    headers: { origin: baseUrl },
    payload: { init_data: text, jkt: by.jkt },
  })
  const { token = '', code } = answer.json<{ token?: string; code?: string }>()
  return { status: answer.statusCode, token, code }
}

async function signInAgain(): Promise<string> {
  const { status, token } = await signIn(launch())
  expect(status).toBe(200)
  return token
}

async function connect(token: string) {
  const socket = await scene.service.openWidget({ origin: baseUrl })
  const { customer_id: id } = await socket.request<ConnectResult>('connect', {
    provider_id: scene.organization.providerId,
    ...(await credentials(key, await socket.challenge(), token)),
  })
  return { socket, id: id ?? '' }
}

async function closeAccount(token: string): Promise<string> {
  const { socket, id } = await connect(token)
  await socket.request('account.close')
  await socket.leave()
  return id
}

/** The database is lost when the sign-in reopens the account. */
async function failToSignIn(text: string): Promise<void> {
  await database.query(`
    create function lose_connection() returns trigger language plpgsql as
      $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$;
    create trigger lose_connection before update on customer
      for each row when (old.deactivated_at is not null and new.deactivated_at is null) execute function lose_connection()`)
  expect((await signIn(text)).status).toBe(503)
  await database.query('drop function lose_connection cascade')
}

test('a repeat completes a sign-in that failed, and reopens only an account that was closed before it', async () => {
  const id = await closeAccount(await signInAgain())
  const text = launch()
  await failToSignIn(text)
  expect((await signIn(text, await newTestKey())).code).toBe('init_data_replayed')

  const { status, token } = await signIn(text)
  expect(status).toBe(200)
  expect(await closeAccount(token)).toBe(id)
  const signIns = await scene.entries(id, 'customer.updated')
  expect((await signIn(text)).code).toBe('account_closed')
  expect(await scene.entries(id, 'customer.updated')).toEqual(signIns)
})

test('a repeat does not reopen an account that was closed after the sign-in failed', async () => {
  await closeAccount(await signInAgain())
  const failed = launch()
  await failToSignIn(failed)
  await closeAccount(await signInAgain())
  expect((await signIn(failed)).code).toBe('account_closed')
})
