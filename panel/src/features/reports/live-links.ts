import type { LinkProps } from '@tanstack/react-router'
import { useMembership } from '../../context/membership.tsx'
import type { InboxSearch } from '../../navigation/inbox-location.ts'
import { valueText } from './report-values.ts'

/** Links to lists of the inbox. */
export function useInboxLink(): (view: 'open' | 'unassigned' | 'snoozed', search?: InboxSearch) => LinkProps {
  const { organization } = useMembership()
  return (view, search = {}) => ({
    to: '/o/$organizationId/inbox/$view',
    params: { organizationId: organization.id, view },
    search,
  })
}

/** Both times are the service's. */
export const waited = (since: string | null, at: string, locale: string): string =>
  valueText(since === null ? null : (Date.parse(at) - Date.parse(since)) / 1000, 'duration', locale)
