import { Anchor, Button, Group } from '@mantine/core'
import {
  IconArchive,
  IconFilter,
  IconInbox,
  IconSearch,
  IconUserCheck,
  IconUsers,
  IconZzz,
  type Icon,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { InboxView } from '@parley/protocol/conversation'
import { useTexts } from '../../i18n/i18n.tsx'
import { isFiltered, searchOf, withoutFilter, type InboxLocation } from '../../navigation/inbox-location.ts'
import { inboxCountsQuery } from '../../queries/organization-queries.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import classes from './inbox-empty.module.css'
import { useOpenList } from './use-open-list.ts'
import { Welcome } from './welcome.tsx'

const icons: Record<InboxView, Icon> = {
  mine: IconUserCheck,
  unassigned: IconUsers,
  open: IconInbox,
  closed: IconArchive,
  snoozed: IconZzz,
}

/** Empty list: why, and where to look instead. */
export function InboxEmpty({ inbox }: { inbox: InboxLocation }) {
  const texts = useTexts().inbox
  if (isFiltered(inbox.filter) && inbox.q === '') {
    return (
      <EmptyState
        icon={IconFilter}
        title={texts.filter.nothing}
        text={texts.filter.nothingText}
        action={<WithoutFilter inbox={inbox} />}
      />
    )
  }
  return inbox.q === '' ? (
    <>
      <EmptyState
        icon={icons[inbox.view]}
        title={texts.empty[inbox.view].title}
        text={texts.empty[inbox.view].text}
        action={<ToUnassigned inbox={inbox} />}
      />
      <FirstSteps organizationId={inbox.organizationId} />
    </>
  ) : (
    <EmptyState
      icon={IconSearch}
      title={texts.empty.search(inbox.q)}
      text={texts.empty.searchText}
      action={<SearchElsewhere inbox={inbox} />}
    />
  )
}

/** First steps on phones, which show no second column. */
function FirstSteps({ organizationId }: { organizationId: string }) {
  const { data: counts } = useQuery(inboxCountsQuery(organizationId))
  if (counts === undefined || counts.open + counts.snoozed + counts.closed > 0) return null
  return (
    <div className={classes.firstSteps}>
      <Welcome organizationId={organizationId} />
    </div>
  )
}

function ToUnassigned({ inbox }: { inbox: InboxLocation }) {
  const texts = useTexts().inbox
  const { organizationId } = inbox
  const { data: counts } = useQuery(inboxCountsQuery(organizationId))
  if (inbox.view !== 'mine' || counts === undefined || counts.unassigned === 0) return null
  return (
    <Anchor
      size="sm"
      renderRoot={(props) => (
        <Link
          to="/o/$organizationId/inbox/$view"
          params={{ organizationId, view: 'unassigned' }}
          search={searchOf(inbox)}
          {...props}
        />
      )}
    >
      {texts.empty.mineHint(counts.unassigned)}
    </Anchor>
  )
}

function WithoutFilter({ inbox }: { inbox: InboxLocation }) {
  const texts = useTexts().inbox.filter
  const open = useOpenList(inbox)
  return (
    <Button variant="default" size="xs" onClick={() => open({ ...withoutFilter, q: inbox.q })}>
      {texts.clear}
    </Button>
  )
}

function SearchElsewhere({ inbox }: { inbox: InboxLocation }) {
  const texts = useTexts().inbox
  const { organizationId } = inbox
  const others = (['open', 'closed'] as const).filter((view) => view !== inbox.view)
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
              search={searchOf(inbox)}
              {...props}
            />
          )}
        >
          {view === 'open' ? texts.empty.searchAll : texts.empty.searchClosed}
        </Button>
      ))}
    </Group>
  )
}
