import type { OrganizationChanged } from '@parley/protocol/inbox'
import type { Bus } from './bus/bus.ts'

declare module './bus/bus.ts' {
  interface BusMessages {
    /** Something of an organization other than its conversations has changed: its agents' panels reload it. */
    organization: { organization_id: string; what: OrganizationChanged['what'] }
  }
}

/** Call after the commit: subscribers read the database at once. */
export function announceChange(bus: Bus, organizationId: string, what: OrganizationChanged['what']): void {
  bus.publish('organization', { organization_id: organizationId, what })
}
