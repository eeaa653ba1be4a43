import { useNavigate } from '@tanstack/react-router'
import { useWords } from '../../i18n/i18n.tsx'
import { searchOf, type InboxPlace } from '../../navigation/inbox-location.ts'
import { SearchField } from '../../ui/search-field.tsx'

/** Searches names and message texts of the view; the words stand in the address. */
export function InboxSearch({ place, conversationId }: { place: InboxPlace; conversationId: string | null }) {
  const words = useWords().inbox
  const navigate = useNavigate()
  const { organizationId, view } = place

  const search = (q: string) => {
    const to = { search: searchOf({ q }), replace: true }
    if (conversationId === null) {
      void navigate({ to: '/o/$organizationId/inbox/$view', params: { organizationId, view }, ...to })
    } else {
      void navigate({
        to: '/o/$organizationId/inbox/$view/$conversationId',
        params: { organizationId, view, conversationId },
        ...to,
      })
    }
  }
  return (
    <SearchField
      id="inbox-search"
      label={words.search}
      clearLabel={words.clearSearch}
      value={place.q}
      onSearch={search}
    />
  )
}
