import { expect, test } from 'vitest'
import { keyOrSession } from '../../core/permissions.ts'
import { createOriginGuard } from './same-origin.ts'

const { guardPanelRoutes, refuseForeignOrigin } = createOriginGuard('https://support.example.com')

const request = (method: string, headers: Record<string, string>, url = '/v1/auth/sign-out') => ({
  method,
  headers,
  routeOptions: { url },
})

test.each([
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'http://support.example.com' },
  { origin: 'https://support.example.com:8443' },
  { origin: 'https://shop.support.example.com' },
  { origin: 'https://support.example.com.evil.example' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
])('unsafe requests are rejected with %o', async (headers) => {
  for (const method of ['POST', 'PATCH', 'PUT', 'DELETE']) {
    await expect(guardPanelRoutes(request(method, headers))).rejects.toMatchObject({ code: 'forbidden' })
    await expect(refuseForeignOrigin(request(method, headers))).rejects.toMatchObject({ code: 'forbidden' })
  }
})

test('the panel, programs and the address bar are allowed', async () => {
  await guardPanelRoutes(request('POST', { origin: 'https://support.example.com' }))
  await guardPanelRoutes(request('POST', {}))
  await guardPanelRoutes(request('POST', { 'sec-fetch-site': 'none' }))
})

/** Requests a route that accepts API keys and sessions. */
const keyRequest = (headers: Record<string, string>) => ({
  method: 'POST',
  headers,
  routeOptions: {
    url: '/v1/organizations/:organization_id/webhooks',
    schema: { security: keyOrSession('webhooks:write') },
  },
})

test('on routes that accept API keys, a key is allowed from any origin, but not together with a cookie', async () => {
  const key = { authorization: `Bearer plk_${'k'.repeat(43)}` }
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  await guardPanelRoutes(keyRequest({ ...foreign, ...key }))
  for (const headers of [
    { ...foreign, ...key, cookie: 'parley.session_token=x' },
    { ...foreign, ...key, cookie: '' },
    { ...foreign, authorization: 'Basic cGxrXzp4' },
    { ...foreign, authorization: 'Bearer token' },
  ]) {
    await expect(guardPanelRoutes(keyRequest(headers))).rejects.toMatchObject({ code: 'forbidden' })
  }
})

test('on other routes, where keys are not checked, a key does not lift the guard', async () => {
  const headers = { origin: 'https://evil.example', authorization: 'Bearer plk_x' }
  for (const guard of [guardPanelRoutes, refuseForeignOrigin]) {
    await expect(guard(request('POST', headers, '/v1/auth/sign-in/email'))).rejects.toMatchObject({
      code: 'forbidden',
    })
  }
})

test('GET is allowed from any page, which cannot read the response without CORS headers', async () => {
  await guardPanelRoutes(request('GET', { origin: 'https://evil.example' }))
})

test('public routes are not guarded; the matched route decides, not the URL', async () => {
  const foreign = { origin: 'https://shop.example' }
  await guardPanelRoutes(request('PUT', foreign, '/v1/public/media/:media_id'))
  await expect(guardPanelRoutes(request('POST', foreign, '/v1/publications'))).rejects.toMatchObject({
    code: 'forbidden',
  })
})
