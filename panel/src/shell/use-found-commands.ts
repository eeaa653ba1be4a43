import { useDebouncedValue } from '@mantine/hooks'
import { IconMessage, IconMessages, IconNote, type Icon } from '@tabler/icons-react'
import { queryOptions, keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { FoundConversation, FoundText, SearchResults } from '@parley/protocol/search'
import { api, organizationPath } from '../api/api.ts'
import type { Command } from '../commands/commands.ts'
import { useMembership } from '../context/membership.tsx'
import { useTexts } from '../i18n/i18n.tsx'
import { useLocale } from '../i18n/use-locale.ts'
import { displayName } from '../people/customer-labels.ts'
import { organizationKey } from '../queries/organization-queries.ts'
import { shortWhen } from '../time/times.ts'
import { useNow } from '../time/use-now.ts'

const searchDebounceMs = 200
/** Shorter words match too much. */
const minLength = 3

const searchQuery = (organizationId: string, q: string) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'search', q],
    queryFn: ({ signal }) =>
      api.get<SearchResults>(organizationPath(organizationId, '/search'), { query: { q }, signal }),
    // Results are private and quickly out of date.
    staleTime: 10_000,
    gcTime: 60_000,
    retry: false,
  })

type Group = [group: string, Command[]]

/** Conversations, messages and notes of all views that match the palette's query, as commands that open them. */
export function useFoundCommands(query: string): {
  groups: Group[]
  /** The results are still loading: `groups` belong to an earlier query. */
  stale: boolean
  failed: boolean
} {
  const texts = useTexts()
  const { palette } = texts.shell
  const locale = useLocale()
  const now = useNow()
  const navigate = useNavigate()
  const { organization } = useMembership()
  const typed = query.trim()
  const [q] = useDebouncedValue(typed, searchDebounceMs)
  const wanted = typed.length >= minLength
  const { data, isLoading, isPlaceholderData, isError } = useQuery({
    ...searchQuery(organization.id, q),
    enabled: wanted && q.length >= minLength,
    placeholderData: keepPreviousData,
  })
  if (!wanted) return { groups: [], stale: false, failed: false }

  const open = (conversationId: string, status: FoundText['status'], entry?: number) => () =>
    void navigate({
      to: '/o/$organizationId/inbox/$view/$conversationId',
      params: {
        organizationId: organization.id,
        view: status === 'open' ? 'open' : 'closed',
        conversationId,
      },
      ...(entry !== undefined && { search: { entry } }),
    })
  const titleOf = ({ customer }: Pick<FoundText, 'customer'>, at: string) =>
    `${displayName(texts.inbox.customers, customer)} · ${shortWhen(at, locale, now)}`
  const textCommand =
    (kind: 'message' | 'note', group: string, icon: Icon) =>
    (found: FoundText): Command => ({
      id: `${kind}.${found.id}`,
      title: titleOf(found, found.created_at),
      detail: found.excerpt,
      group,
      icon,
      run: open(found.conversation_id, found.status, found.seq),
    })
  const conversationCommand = (found: FoundConversation): Command => ({
    id: `conversation.${found.id}`,
    title: titleOf(found, found.updated_at),
    group: palette.conversations,
    icon: IconMessages,
    run: open(found.id, found.status),
  })

  const all: Group[] = [
    [palette.conversations, (data?.conversations ?? []).map(conversationCommand)],
    [palette.messages, (data?.messages ?? []).map(textCommand('message', palette.messages, IconMessage))],
    [palette.notes, (data?.notes ?? []).map(textCommand('note', palette.notes, IconNote))],
  ]
  const groups = all.filter(([, members]) => members.length > 0)
  return {
    groups,
    stale: q !== typed || isLoading || isPlaceholderData,
    // Also when a part took too long.
    failed: isError || data?.complete === false,
  }
}
