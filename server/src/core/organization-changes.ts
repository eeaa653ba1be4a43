import type { OrganizationChanged } from '@parley/protocol/inbox'
import type { Bus } from './bus/bus.ts'

declare module './bus/bus.ts' {
  interface BusMessages {
    /** Something of an organization other than its conversations has changed: its agents' panels reload it. */
    organization: {
      organization_id: string
      what: OrganizationChanged['what']
      /** What has changed, for caches. Absent: any of them. */
      id?: string
    }
  }
}

/** Call after the commit: subscribers read the database at once. @param id the changed provider, for caches */
export function announceChange(
  bus: Bus,
  organizationId: string,
  what: OrganizationChanged['what'],
  id?: string,
): void {
  bus.publish('organization', { organization_id: organizationId, what, ...(id !== undefined && { id }) })
}
