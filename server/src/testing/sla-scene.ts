import type { ConversationSla, SlaPolicy } from '@parley/protocol/sla'
import type { Conversation } from '@parley/protocol/conversation'
import type { Entries } from '@parley/protocol/timeline'
import { expect } from 'vitest'
import { connectAgent, connectVisitor, foundOrganization, type TestService } from './test-service.ts'
import { sendText } from './test-shop.ts'

interface Answer {
  status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- a test reads what it expects
  body: any
}

const day = [{ from: '09:00', to: '17:00' }]
/** Monday to Friday in Berlin, closed on 1 May. */
export const berlinHours = {
  enabled: true,
  time_zone: 'Europe/Berlin',
  week: [day, day, day, day, day, [], []],
  exceptions: [{ date: '2026-05-01', name: 'Labour Day', periods: [] }],
}

export const hourly = (targets: Partial<SlaPolicy['targets']>, more: object = {}) => ({
  name: 'Standard',
  conditions: {},
  counting: 'clock',
  targets: { first_response: null, next_response: null, resolution: null, ...targets },
  ...more,
})

let scenes = 0

/** An organization with an agent's socket. `settle` handles new entries and due alarms. */
export async function slaScene(service: TestService) {
  scenes += 1
  const organization = await foundOrganization(service, `Deadlines${scenes}`)
  const agent = await connectAgent(service, organization.id, organization.cookie)
  const call = (method: string, path: string, body?: object, cookie = organization.cookie): Promise<Answer> =>
    service.call(method, `/v1/organizations/${organization.id}${path}`, { cookie, ...(body && { body }) })

  const settle = async () => {
    await service.app.logConsumers.look()
    await service.app.logConsumers.settled()
    await service.app.sla.sweep()
  }
  return {
    organization,
    agent,
    call,
    settle,
    async policy(input: object): Promise<SlaPolicy> {
      const made = await call('POST', '/sla-policies', input)
      expect(made).toMatchObject({ status: 201 })
      await settle()
      return made.body
    },
    async visitor() {
      const { socket } = await connectVisitor(service, organization.providerId)
      const sent = await sendText(socket, 'Hello')
      await settle()
      const { conversation_id: id, customer_id: customerId } = sent
      return {
        socket,
        id,
        customerId,
        async write(): Promise<void> {
          await sendText(socket, 'And another question')
          await settle()
        },
        async answer(): Promise<void> {
          await sendText(agent, 'An answer', { customer_id: customerId })
          await settle()
        },
        row: async (): Promise<Conversation> => (await call('GET', `/conversations/${id}`)).body,
        async due(): Promise<string | null> {
          const { sla } = (await call('GET', `/conversations/${id}`)).body as Conversation
          return sla?.due_at ?? null
        },
        clocks: async (): Promise<ConversationSla> => (await call('GET', `/conversations/${id}/sla`)).body,
        /** `type metric` of each SLA entry. */
        async entries(): Promise<string[]> {
          const { entries } = await agent.request<Entries>('log.read', { customer_id: customerId, after: 0 })
          return entries.flatMap((entry) =>
            entry.type === 'sla.warned' || entry.type === 'sla.breached' || entry.type === 'sla.met'
              ? [`${entry.type} ${entry.data.metric}`]
              : [],
          )
        },
      }
    },
    leave: () => agent.leave(),
  }
}

/** As the API writes it. */
export const instant = (text: string): string => new Date(text).toISOString().replace('Z', '+00:00')
