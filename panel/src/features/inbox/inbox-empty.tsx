import { Anchor, Button, Group } from '@mantine/core'
import { IconArchive, IconInbox, IconSearch, IconUserCheck, IconUsers, type Icon } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { InboxView } from '@parley/protocol/conversation'
import { inboxCountsQuery } from '../../queries/organization-queries.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useWords } from '../../i18n/i18n.tsx'
import { searchOf, type InboxPlace } from '../../navigation/inbox-location.ts'
import classes from './inbox-empty.module.css'
import { Welcome } from './welcome.tsx'

const icons: Record<InboxView, Icon> = {
  mine: IconUserCheck,
  unassigned: IconUsers,
  open: IconInbox,
  closed: IconArchive,
}

/** Why a list has no rows, and where there may be some. */
export function InboxEmpty({ place }: { place: InboxPlace }) {
  const words = useWords().inbox
  return place.q === '' ? (
    <>
      <EmptyState
        icon={icons[place.view]}
        title={words.empty[place.view].title}
        text={words.empty[place.view].text}
        action={<ToUnassigned place={place} />}
      />
      <FirstSteps organizationId={place.organizationId} />
    </>
  ) : (
    <EmptyState
      icon={IconSearch}
      title={words.empty.search(place.q)}
      text={words.empty.searchText}
      action={<SearchElsewhere place={place} />}
    />
  )
}

/** On a phone, where nothing stands beside the list: how a new organization's first message comes about. */
function FirstSteps({ organizationId }: { organizationId: string }) {
  const { data: counts } = useQuery(inboxCountsQuery(organizationId))
  if (counts === undefined || counts.open + counts.closed > 0) return null
  return (
    <div className={classes.firstSteps}>
      <Welcome organizationId={organizationId} />
    </div>
  )
}

function ToUnassigned({ place }: { place: InboxPlace }) {
  const words = useWords().inbox
  const { organizationId } = place
  const { data: counts } = useQuery(inboxCountsQuery(organizationId))
  if (place.view !== 'mine' || counts === undefined || counts.unassigned === 0) return null
  return (
    <Anchor
      size="sm"
      renderRoot={(props) => (
        <Link
          to="/o/$organizationId/inbox/$view"
          params={{ organizationId, view: 'unassigned' }}
          search={searchOf(place)}
          {...props}
        />
      )}
    >
      {words.empty.mineHint(counts.unassigned)}
    </Anchor>
  )
}

function SearchElsewhere({ place }: { place: InboxPlace }) {
  const words = useWords().inbox
  const { organizationId } = place
  const others = (['open', 'closed'] as const).filter((view) => view !== place.view)
  return (
    <Group gap="xs" justify="center">
      {others.map((view) => (
        <Button
          key={view}
          variant="default"
          size="xs"
          renderRoot={(props) => (
            <Link
              to="/o/$organizationId/inbox/$view"
              params={{ organizationId, view }}
              search={searchOf(place)}
              {...props}
            />
          )}
        >
          {view === 'open' ? words.empty.searchAll : words.empty.searchClosed}
        </Button>
      ))}
    </Group>
  )
}
