import type { MediaTicket } from '@parley/protocol/media'
import type { LoginProblem, ProviderSecret, WidgetSettings } from '@parley/protocol/provider'
import type { TeamStatus } from '@parley/protocol/session'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from './core/ids.ts'
import { newToken } from './core/secrets.ts'
import { startParams } from './testing/test-calls.ts'
import { newTestKey } from './testing/test-key.ts'
import { connectMember, credentials, secretKeyOf, signToken, tokenClaims } from './testing/test-member.ts'
import {
  connectAgent,
  connectVisitor,
  foundOrganization,
  inviteAgent,
  type TestOrganization,
  type TestService,
} from './testing/test-service.ts'
import type { TestSocket } from './testing/test-socket.ts'
import { startTwoProcesses, testedBuses, type TwoProcesses } from './testing/two-processes.ts'

/** Small, so that a test can use up a network's allowance of 40 files. */
const maxFileBytes = 1_024

/** Changes are made in `left`, and have to be known in `right`. */
describe.each(testedBuses())('caches and limits of two processes, by %s', (bus) => {
  let processes: TwoProcesses
  let left: TestService
  let right: TestService

  beforeAll(async () => {
    processes = await startTwoProcesses(bus, { PARLEY_MEDIA_MAX_BYTES: `${maxFileBytes}` })
    ;({ left, right } = processes)
  })
  afterAll(() => processes.stop())

  /** An organization with a panel in `right`, which hears when `right` has been told of a change. */
  async function organizationWithPanel(name: string) {
    const organization = await foundOrganization(left, name)
    const panel = await connectAgent(right, organization.id, organization.cookie)
    const whenTold = (what: string) =>
      panel.next('organization.changed', (changed: { what: string }) => changed.what === what)
    const path = `/v1/organizations/${organization.id}`
    const change = async (method: string, subPath: string, body: unknown) => {
      const answer = await left.call(method, `${path}${subPath}`, { cookie: organization.cookie, body })
      expect(answer.status).toBeLessThan(300)
      return answer.body
    }
    // Messages of a process arrive in order: those before this one are no answer to a later change.
    await change('PATCH', '', { name })
    await whenTold('organization')
    panel.notifications.length = 0
    return { organization, panel, path, whenTold, change }
  }

  describe('caches', () => {
    test('widgets of the other process show the new name of an agent, and so do those that connect next', async () => {
      const { organization, panel, whenTold } = await organizationWithPanel('Renames')
      const visitor = await connectVisitor(right, organization.providerId)
      const shows =
        (name: string) =>
        ({ agents }: TeamStatus) =>
          agents.some((agent) => agent.name === name)
      if (!shows('Renames Owner')(visitor.connected.team))
        await visitor.socket.next<TeamStatus>('team', shows('Renames Owner'))
      // Cached for those who connect within 5 s.
      expect(
        shows('Renames Owner')((await connectVisitor(right, organization.providerId)).connected.team),
      ).toBe(true)

      await left.call('POST', '/v1/auth/update-user', {
        cookie: organization.cookie,
        body: { name: 'Ada Lovelace' },
      })
      await whenTold('agents')
      const next = await connectVisitor(right, organization.providerId)
      expect(shows('Ada Lovelace')(next.connected.team)).toBe(true)
      await visitor.socket.next<TeamStatus>('team', shows('Ada Lovelace'))
      await panel.leave()
    })

    test('a role of an agent, and the removal of an agent, apply in the other process', async () => {
      const { organization, panel, path, change } = await organizationWithPanel('Roles')
      const { cookie, agentId } = await inviteAgent(left, organization, 'Deniz')
      const statusOf = async (of: string) => (await right.call('GET', `${path}${of}`, { cookie })).status
      expect([await statusOf('/agents'), await statusOf('/api-keys')]).toEqual([200, 403])
      await change('PATCH', `/agents/${agentId}`, { role: 'admin' })
      expect(await statusOf('/api-keys')).toBe(200)
      await change('DELETE', `/agents/${agentId}`, undefined)
      expect(await statusOf('/agents')).toBe(404)
      await panel.leave()
    })

    test('the other process accepts a new signing key, and refuses a retired one', async () => {
      const { organization, panel, whenTold, change } = await organizationWithPanel('Keys')
      const { providerId } = organization
      const join = (secretKey: string) =>
        connectMember(right, providerId, (jkt) => signToken(secretKey, tokenClaims({ providerId, jkt })))
      const before = await secretKeyOf(left, organization)
      await (await join(before)).socket.leave()

      const secret = `/providers/${providerId}/secret`
      const { secret_key: after } = (await change(
        'POST',
        `${secret}/regenerate`,
        undefined,
      )) as ProviderSecret
      await whenTold('providers')
      await (await join(after)).socket.leave()
      await (await join(before)).socket.leave()

      await change('POST', `${secret}/retire`, undefined)
      await whenTold('providers')
      await expect(join(before)).rejects.toThrow('bad_signature')
      await (await join(after)).socket.leave()
      await panel.leave()
    })

    test('a login that is enabled appears in widgets of the other process', async () => {
      const { organization, panel, whenTold, change } = await organizationWithPanel('Logins')
      const offered = async () =>
        (
          (await right.call('GET', `/v1/public/providers/${organization.providerId}/widget`))
            .body as WidgetSettings
        ).logins
      expect(await offered()).toEqual([])
      const enable = (enabled: boolean) =>
        change('PATCH', `/providers/${organization.providerId}/member-login`, {
          key_source: 'own',
          logins: [{ social: 'x', enabled, client_id: 'x-id', client_secret: 'x-secret' }],
        })
      await enable(true)
      await whenTold('providers')
      expect(await offered()).toEqual(['x'])
      await enable(false)
      await whenTold('providers')
      expect(await offered()).toEqual([])
      await panel.leave()
    })

    test('a changed widget setting applies in the other process immediately', async () => {
      const { organization, panel, whenTold, change } = await organizationWithPanel('Widgets')
      const path = `/v1/public/providers/${organization.providerId}/widget`
      const { appearance } = (await right.call('GET', path)).body as WidgetSettings
      const changed = { ...appearance, title: 'Renamed' }
      await change('PATCH', `/providers/${organization.providerId}`, { appearance: changed })
      await whenTold('providers')
      expect((await right.call('GET', path)).body).toMatchObject({ appearance: changed })
      await panel.leave()
    })
  })

  describe('limits', () => {
    let organization: TestOrganization
    beforeAll(async () => {
      organization = await foundOrganization(left, 'Limits')
    })

    /**
     * Uses up a limit in `left`, and tries in `right` until it is refused there, too. Returns how many more were admitted: by
     * itself, `right` would admit another burst.
     */
    async function admittedAfterBurst(
      burst: number,
      { here, there }: Record<'here' | 'there', () => Promise<boolean>>,
    ): Promise<number> {
      for (let count = 0; count < burst; count++) expect(await here()).toBe(true)
      let admitted = -1
      const next = () => {
        admitted += 1
        return there()
      }
      await expect.poll(next, { interval: 500 }).toBe(false)
      return admitted
    }

    test('wrong API keys count in both processes', async () => {
      const attempt =
        ({ app }: TestService) =>
        async () => {
          const { statusCode } = await app.http.inject({
            method: 'GET',
            url: `/v1/organizations/${organization.id}/labels`,
            headers: { authorization: `Bearer ${newToken('plk_')}` },
          })
          return statusCode === 401
        }
      expect(await admittedAfterBurst(10, { here: attempt(left), there: attempt(right) })).toBeLessThan(9)
    })

    /** Starts calls of one visitor, which are refused anyway: nobody can take them. */
    async function callsAdmittedAfterBurst(): Promise<number> {
      const key = await newTestKey()
      const caller = async (service: TestService) => {
        const { socket } = await connectVisitor(service, organization.providerId, { key })
        return async () => (await socket.refused('call.start', startParams())).code !== 'rate_limited'
      }
      return admittedAfterBurst(6, { here: await caller(left), there: await caller(right) })
    }

    test('starts of calls count in both processes', async () => {
      expect(await callsAdmittedAfterBurst()).toBeLessThan(5)
    })

    test('uploads count in both processes', async () => {
      const { socket } = await connectVisitor(left, organization.providerId)
      const upload =
        ({ app }: TestService, from: TestSocket) =>
        async () => {
          const params = { name: 'a.txt', size: maxFileBytes }
          const { media_id: id, ticket } = await from.request<MediaTicket>('media.ticket', params)
          const { statusCode } = await app.http.inject({
            method: 'PUT',
            url: `/v1/public/media/${id}`,
            headers: { 'parley-upload': ticket, 'content-length': `${maxFileBytes}` },
            payload: 'x'.repeat(maxFileBytes),
          })
          return statusCode === 201
        }
      expect(
        await admittedAfterBurst(40, { here: upload(left, socket), there: upload(right, socket) }),
      ).toBeLessThan(39)
      await socket.leave()
    })

    test('recorded login problems count in both processes', async () => {
      const { providerId } = organization
      const path = `/v1/organizations/${organization.id}/providers/${providerId}/login-problems`
      const recorded = async () => {
        const { data } = (await left.call('GET', path, { cookie: organization.cookie })).body as {
          data: LoginProblem[]
        }
        return data.reduce((sum, { count }) => sum + count, 0)
      }
      const fail = async (service: TestService) => {
        const key = await newTestKey()
        const token = await signToken('wrong', tokenClaims({ providerId, jkt: key.jkt }, { pid: newId() }))
        const socket = await service.openWidget()
        const presented = await credentials(key, await socket.challenge(), token)
        await socket.refused('connect', { provider_id: providerId, ...presented })
        await socket.leave()
      }
      const burst = 20
      for (let count = 0; count < burst; count++) await fail(left)
      await expect.poll(recorded).toBeGreaterThanOrEqual(burst)
      // What a process took is announced in order: `right` knows of the problems when it knows of later calls.
      await callsAdmittedAfterBurst()
      for (let count = 0; count < burst; count++) await fail(right)
      // Another one every 5 s. By itself `right` would record as many as the other one.
      expect(await recorded()).toBeLessThan(2 * burst)
    })
  })
})
