import { generateKeyPairSync } from 'node:crypto'
import type { LoginStarted } from '@parley/protocol/session'
import type { SocialProvider } from '@parley/protocol/customer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allSocials, openSocialScene, type SocialScene } from '../../testing/social-scene.ts'
import { handoverOf } from '../../testing/test-browser.ts'
import { baseUrl, inviteAgent } from '../../testing/test-service.ts'

let scene: SocialScene
beforeAll(async () => {
  scene = await openSocialScene()
})
afterAll(() => scene.close())

const begin = (social: SocialProvider, cookie = scene.shop.cookie) =>
  scene.service.call(
    'POST',
    `/v1/organizations/${scene.shop.id}/providers/${scene.shop.providerId}/member-login/${social}/test`,
    { cookie },
  )

test('a test requires an admin and a login with keys', async () => {
  const agent = await inviteAgent(scene.service, scene.shop, 'Agent')
  expect(await begin('google', agent.cookie)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  await scene.change(scene.shop, {
    key_source: 'own',
    logins: allSocials.map((social) => ({ social, enabled: false })),
  })
  expect(await begin('google')).toMatchObject({ status: 422, body: { code: 'login_keys_missing' } })
})

test.each(allSocials)('%s: posts the profile to the panel only, and signs nobody in', async (social) => {
  await scene.change(scene.shop, { key_source: 'own', logins: scene.services.own })
  const { url } = (await begin(social)).body as LoginStarted
  const handover = handoverOf(await scene.browser().open(url))
  expect(handover).toMatchObject({
    message: { type: 'parley.login-test', social, profile: { subject: expect.any(String) } },
    origin: baseUrl,
    back: null,
  })
  expect(await scene.customers()).toEqual([])
  const { rows } = await scene.database.query('select * from login_code')
  expect(rows).toEqual([])
})

const otherP8 = () =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString()

test.each([
  ['google', { client_secret: 'mistyped' }, 'invalid_client: client authentication failed'],
  ['facebook', { client_secret: 'mistyped' }, 'Error validating client secret.'],
  ['apple', { private_key: otherP8() }, 'invalid_client: client authentication failed'],
  [
    'github',
    { client_secret: 'mistyped' },
    'incorrect_client_credentials: The client_id and/or client_secret passed are incorrect.',
  ],
  ['x', { client_secret: 'mistyped' }, 'unauthorized_client: Missing valid authorization header'],
] as const)('%s: wrong keys return the service’s error to the admin', async (social, wrong, detail) => {
  await scene.change(scene.shop, { key_source: 'own', logins: scene.services.own })
  await scene.change(scene.shop, { logins: [{ social, ...wrong }] })
  const { url } = (await begin(social)).body as LoginStarted
  const { message } = handoverOf(await scene.browser().open(url))
  expect(message).toEqual({ type: 'parley.login-test', social, error: 'login_failed', detail })
})

test('a long error of the service is shortened', async () => {
  const { facebook, own } = scene.services
  await scene.change(scene.shop, { key_source: 'own', logins: own })
  facebook.refusal = 'x'.repeat(10_000)
  const { url } = (await begin('facebook')).body as LoginStarted
  const { message } = handoverOf(await scene.browser().open(url))
  facebook.refusal = null
  expect(message).toMatchObject({ detail: 'x'.repeat(300) })
})
