import { channelCapabilities, type Channel } from '@parley/protocol/channel'
import { timestamp } from '../core/clock.ts'
import type { LogTransaction } from '../core/event-log.ts'
import type { AuthorizeAgent } from '../core/permissions.ts'
import { saveConfirmed } from '../features/visitor-context/attribute-store.ts'
import { pushContextChanges } from '../features/visitor-context/context-pushes.ts'
import { createVisitorContext } from '../features/visitor-context/visitor-context.ts'
import { visitorContextCommands } from '../features/visitor-context/visitor-context-commands.ts'
import { visitorContextRoutes } from '../features/visitor-context/visitor-context-routes.ts'
import type { WidgetPrincipal } from '../realtime/contexts.ts'
import { defineFeature } from './feature.ts'
import type { Infrastructure } from './infrastructure.ts'

/** What the token of a new member confirms, in the transaction that creates the customer. */
export const composeConfirmedAttributes = () => ({
  async save(tx: LogTransaction, customerId: string, { organization_id, member }: WidgetPrincipal) {
    if (!member?.attributes) return
    const of = { organizationId: organization_id, customerId, values: member.attributes }
    await saveConfirmed(tx.db, of, timestamp(member.issued_at))
  },
})

export interface VisitorContextPorts {
  agents: { authorizeAgent: AuthorizeAgent }
  providers: {
    findProvider: (providerId: string) => Promise<{ visitor_context: boolean; channel: Channel } | undefined>
  }
  customers: {
    find: (
      organizationId: string,
      customerId: string,
    ) => Promise<{ provider_id: string; is_blocked: boolean; deactivated_at: string | null } | undefined>
  }
}

/** Pages that customers visit, and custom attributes. */
export function composeVisitorContext(infra: Infrastructure, ports: VisitorContextPorts) {
  const { agents, providers, customers } = ports
  const contexts = createVisitorContext(infra)
  const onError = infra.logErrors('visitor-context')
  infra.lifecycle.onStop(pushContextChanges(infra.bus, infra.sockets.agents))
  /** A chat within a messaging platform has no pages. */
  const collects = async (providerId: string) => {
    const provider = await providers.findProvider(providerId)
    return provider?.visitor_context === true && channelCapabilities[provider.channel].embedded
  }

  return defineFeature({
    collects,
    attributesOf: contexts.attributesOf,
    /** The address of the page that the customer saw last; null: none is known, or its provider does not collect any. */
    async lastPage(organizationId: string, customerId: string, providerId: string) {
      const visit = (await collects(providerId)) ? await contexts.visitOf(organizationId, customerId) : null
      return visit?.pages[0]?.url ?? null
    },
    sweep: contexts.sweep,
    /** Saves the attributes of a member's token. Never throws: a sign-in does not depend on it. */
    onCustomer({ organization_id: organizationId, member }: WidgetPrincipal, customerId: string): void {
      if (member === null || member.attributes === null) return
      const { attributes, issued_at: issuedAt } = member
      contexts.confirm({ organizationId, customerId }, attributes, issuedAt).catch(onError)
    },
    jobs: { 'sweep-visits': { cron: '43 3 * * *', run: contexts.sweep } },
    widget: visitorContextCommands({
      ...infra,
      contexts,
      collects,
      async mayWrite(organizationId, customerId) {
        const customer = await customers.find(organizationId, customerId)
        return customer !== undefined && !customer.is_blocked && customer.deactivated_at === null
      },
    }),
    routes: (http) =>
      visitorContextRoutes(http, {
        contexts,
        authorizeAgent: agents.authorizeAgent,
        async collectsFor(organizationId, customerId) {
          const customer = await customers.find(organizationId, customerId)
          return customer && collects(customer.provider_id)
        },
      }),
  })
}
