import type { Me, NewInvitation } from '@parley/protocol/agent'
import type { CallSettingsChange } from '@parley/protocol/call-settings'
import type { ProductServer } from '../chat/product.ts'

export interface TeamMember {
  agentId: string
  cookie: string
}

/** The service limits attempts by network: acting as its proxy, this benchmark gives each client a different one. */
export const behindProxy = { PARLEY_TRUST_PROXY: '127.0.0.1,::1' }

async function post(server: ProductServer, path: string, cookie: string, body: object, address = '10.1.0.1') {
  const answer = await fetch(server.base + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: server.base,
      cookie,
      'x-forwarded-for': address,
    },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer
}

/** Agents of the demo organization, by invitation. */
export async function inviteTeam(server: ProductServer, size: number): Promise<TeamMember[]> {
  const team: TeamMember[] = []
  for (let index = 0; index < size; index++) {
    const invitations = `/v1/organizations/${server.organizationId}/invitations`
    const invited = await post(server, invitations, server.cookie, { role: 'agent' })
    const { url } = (await invited.json()) as NewInvitation
    const body = {
      token: new URL(url).hash.slice(1),
      name: `Agent ${index}`,
      email: `agent${index}.${Date.now()}@bench.test`,
      password: 'correct horse battery',
    }
    const address = `10.1.${index >> 8}.${index & 255}`
    const joined = await post(server, '/v1/public/invitations/accept', '', body, address)
    const cookie = joined.headers
      .getSetCookie()
      .map((line) => line.split(';', 1)[0])
      .join('; ')
    const me = (await (await fetch(`${server.base}/v1/me`, { headers: { cookie } })).json()) as Me
    team.push({ agentId: me.memberships[0]?.agent_id ?? '', cookie })
  }
  return team
}

export async function setCalls(server: ProductServer, calls: CallSettingsChange): Promise<void> {
  const answer = await fetch(
    `${server.base}/v1/organizations/${server.organizationId}/providers/${server.providerId}`,
    {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', origin: server.base, cookie: server.cookie },
      body: JSON.stringify({ calls }),
    },
  )
  if (!answer.ok) throw new Error(`Settings of calls: ${answer.status} ${await answer.text()}`)
}
