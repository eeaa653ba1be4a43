import type { OrganizationChanged } from '@parley/protocol/inbox'
import type { Bus } from './bus.ts'

declare module './bus.ts' {
  interface BusMessages {
    /** Something of an organization other than its conversations is different now: its agents load it anew. */
    organization: { organization_id: string; what: OrganizationChanged['what'] }
  }
}

/** To be called after the commit: whoever hears it reads the database at once. */
export function announceChange(bus: Bus, organizationId: string, what: OrganizationChanged['what']): void {
  bus.publish('organization', { organization_id: organizationId, what })
}
