import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLogger } from '../../core/logger.ts'
import { createSecrets } from '../../core/secrets.ts'
import { startPanelService, type Member, type PanelService } from '../../testing/panel-service.ts'

let service: PanelService
let owner: Member
const warnings: { msg: string; provider_id?: string }[] = []
beforeAll(async () => {
  const logger = createLogger('warn', { write: (line) => warnings.push(JSON.parse(line)) })
  service = await startPanelService({ logger })
  owner = await service.found('Acme')
})
afterAll(() => service.close())

const call = (method: 'GET' | 'POST', rest: string, body?: object) =>
  service.call(method, `/v1/organizations/${owner.organizationId}/providers${rest}`, {
    cookie: owner.cookie,
    ...(body && { body }),
  })
const create = async () => (await call('POST', '', { name: 'Shop' })).body

/** As after a restore without the secret. */
async function changeSecret(id: string, columns: ('secret_key' | 'previous_secret_key')[]): Promise<void> {
  const former = createSecrets('another secret of 32 characters!')
  const sealed = former.seal('prv_sk_former', `provider.secret_key:${id}`)
  for (const column of columns)
    await service.pool.query(`update provider set ${column} = $2 where id = $1`, [id, sealed])
  service.advance(30_000)
}

test('a key that another PARLEY_SECRET sealed verifies no token, is not shown, and is replaced by a new one', async () => {
  const { id } = await create()
  await changeSecret(id, ['secret_key'])
  expect(await service.providers.signingKeys(id)).toEqual([])
  expect(await call('GET', `/${id}/secret`)).toMatchObject({
    status: 409,
    body: { code: 'secret_key_unreadable' },
  })
  const made = await call('POST', `/${id}/secret/regenerate`, {})
  expect(made).toMatchObject({ status: 200, body: { previous: null } })
  expect((await call('GET', `/${id}`)).body).toMatchObject({ previous_secret_key_at: null })
  expect((await call('GET', `/${id}/secret`)).body).toEqual(made.body)
  expect(await service.providers.signingKeys(id)).toHaveLength(1)
})

test('two keys that another PARLEY_SECRET sealed can be replaced at once, or after the old one is retired', async () => {
  const rotated = async () => {
    const { id } = await create()
    await call('POST', `/${id}/secret/regenerate`, {})
    await changeSecret(id, ['secret_key', 'previous_secret_key'])
    return id
  }
  const id = await rotated()
  const made = await call('POST', `/${id}/secret/regenerate`, {})
  expect(made).toMatchObject({ status: 200, body: { previous: null } })

  const other = await rotated()
  expect(await call('POST', `/${other}/secret/retire`, {})).toMatchObject({
    status: 409,
    body: { code: 'secret_key_unreadable' },
  })
  expect((await call('GET', `/${other}`)).body).toMatchObject({ previous_secret_key_at: null })
  expect(await call('POST', `/${other}/secret/regenerate`, {})).toMatchObject({ status: 200 })
})

test('an unreadable previous key is not shown, and makes room for a new one', async () => {
  const { id } = await create()
  const { body: current } = await call('POST', `/${id}/secret/regenerate`, {})
  await changeSecret(id, ['previous_secret_key'])
  expect((await call('GET', `/${id}/secret`)).body).toEqual({ ...current, previous: null })
  expect(await service.providers.signingKeys(id)).toHaveLength(1)
  const { body: made } = await call('POST', `/${id}/secret/regenerate`, {})
  expect(made.previous).toEqual({ secret_key: current.secret_key, created_at: current.created_at })
})

test('an unreadable key is reported once per widget in the log', async () => {
  const [one, other] = [await create(), await create()]
  for (const { id } of [one, other]) await changeSecret(id, ['secret_key'])
  const reports = (id: string) => warnings.filter(({ provider_id: about }) => about === id)
  for (let reading = 0; reading < 2; reading++)
    for (const { id } of [one, other]) {
      service.advance(30_000)
      await service.providers.signingKeys(id)
      await call('GET', `/${id}/secret`)
    }
  for (const { id } of [one, other])
    expect(reports(id)).toMatchObject([{ msg: expect.stringContaining('PARLEY_SECRET') }])
})
