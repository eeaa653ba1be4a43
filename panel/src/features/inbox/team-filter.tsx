import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTexts } from '../../i18n/i18n.tsx'
import { searchOf, type InboxLocation } from '../../navigation/inbox-location.ts'
import { TeamMenu } from '../../ui/team-menu.tsx'
import classes from './team-filter.module.css'

/** Filters the list by one team. The filter is in the URL. Hidden while the organization has no teams. */
export function TeamFilter({
  inbox,
  conversationId,
}: {
  inbox: InboxLocation
  conversationId: string | null
}) {
  const texts = useTexts().inbox.teams
  const navigate = useNavigate()
  const { organizationId, view } = inbox
  const filterBy = (team: string) => {
    const search = searchOf({ ...inbox, team })
    void (conversationId === null
      ? navigate({ to: '/o/$organizationId/inbox/$view', params: { organizationId, view }, search })
      : navigate({
          to: '/o/$organizationId/inbox/$view/$conversationId',
          params: { organizationId, view, conversationId },
          search,
        }))
  }
  return (
    <span className={classes.filter} data-on={inbox.team !== '' || undefined}>
      <TeamMenu
        value={inbox.team === '' ? null : inbox.team}
        onPick={(id) => filterBy(id ?? '')}
        label={texts.filter}
        text={texts.team}
        textOf={texts.filterIs}
        none={texts.any}
        highlight
      />
      {inbox.team !== '' && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={texts.clearFilter}
          onClick={() => filterBy('')}
        >
          <IconX size={16} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      )}
    </span>
  )
}
