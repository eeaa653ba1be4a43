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

test('wrong keys return the service’s error to the admin', async () => {
  await scene.change(scene.shop, { key_source: 'own', logins: [{ social: 'x', client_secret: 'mistyped' }] })
  const { url } = (await begin('x')).body as LoginStarted
  expect(handoverOf(await scene.browser().open(url)).message).toEqual({
    type: 'parley.login-test',
    social: 'x',
    error: 'login_failed',
    detail: 'invalid_request: Value passed for the code was invalid.',
  })
})
