import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPanelService, type Member, type PanelService } from '../../testing/panel-service.ts'

let service: PanelService
let owner: Member
beforeAll(async () => {
  service = await startPanelService()
  owner = await service.found('Acme')
})
afterAll(() => service.close())

const path = () => `/v1/organizations/${owner.organizationId}`

test('a missing, blank, too long or unstorable name is rejected', async () => {
  for (const body of [
    {},
    { name: '' },
    { name: ' \t' },
    { name: 'x'.repeat(101) },
    { name: 'a\u0000b' },
    { id: 1 },
  ]) {
    const answer = await service.call('PATCH', path(), { cookie: owner.cookie, body })
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  }
})

test('a new name is stored, shown in memberships, and announced', async () => {
  const agent = await service.join(owner, 'agent')
  service.heard.length = 0
  const answer = await service.call('PATCH', path(), { cookie: owner.cookie, body: { name: ' Acme GmbH ' } })
  expect(answer).toMatchObject({ status: 200, body: { id: owner.organizationId, name: 'Acme GmbH' } })
  expect((await service.call('GET', path(), { cookie: agent.cookie })).body).toEqual(answer.body)
  const me = await service.call('GET', '/v1/me', { cookie: agent.cookie })
  expect(me.body.memberships[0].organization.name).toBe('Acme GmbH')
  expect(service.heard).toEqual([
    { subject: 'organization', message: { organization_id: owner.organizationId, what: 'organization' } },
  ])
})
