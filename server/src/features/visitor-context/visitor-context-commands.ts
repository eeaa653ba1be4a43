import type { CustomerAttributesParams, VisitPageParams } from '@parley/protocol/visitor-context'
import { AppError } from '../../core/app-error.ts'
import type { RateLimits } from '../../core/rate-limits.ts'
import { customerIdOf, principalOf, type WidgetSession } from '../../realtime/contexts.ts'
import type { VisitorContexts } from './visitor-context.ts'

/** A person who clicks through a site quickly; an application that changes its address on each key press is slowed down. */
const pageViews = { burst: 30, perSecond: 0.5 }
const statements = { burst: 10, perSecond: 1 / 6 }

/** visit.page and customer.attributes of widgets (SPEC X1-X4). */
export function visitorContextCommands(deps: {
  contexts: VisitorContexts
  rateLimits: RateLimits
  collects: (providerId: string) => Promise<boolean>
  mayWrite: (organizationId: string, customerId: string) => Promise<boolean>
}) {
  const { contexts, rateLimits } = deps
  const pages = rateLimits.buckets('visit-pages', pageViews)
  const attributes = rateLimits.buckets('stated-attributes', statements)

  /** @throws AppError not_found: nothing is stored about a visitor who has not written */
  function customerOf(session: WidgetSession) {
    const { organization_id: organizationId, provider_id: providerId } = principalOf(session)
    const customerId = customerIdOf(session)
    if (customerId === null) throw new AppError('not_found')
    return { organizationId, customerId, providerId }
  }

  function take(buckets: typeof pages, customerId: string): void {
    const waitMs = buckets.take(customerId)
    if (waitMs > 0) throw new AppError('rate_limited', { retryAfter: Math.ceil(waitMs / 1000) })
  }

  return {
    'visit.page': async (session: WidgetSession, page: VisitPageParams): Promise<Record<string, never>> => {
      const { organizationId, customerId, providerId } = customerOf(session)
      const { optedOut, origin } = session.context
      if (optedOut || !(await deps.collects(providerId))) return {}
      take(pages, customerId)
      if (await deps.mayWrite(organizationId, customerId))
        await contexts.addPage({ organizationId, customerId }, page, origin)
      return {}
    },

    'customer.attributes': async (
      session: WidgetSession,
      { attributes: values }: CustomerAttributesParams,
    ): Promise<Record<string, never>> => {
      const { organizationId, customerId } = customerOf(session)
      take(attributes, customerId)
      if (await deps.mayWrite(organizationId, customerId))
        await contexts.state({ organizationId, customerId }, values)
      return {}
    },
  }
}
