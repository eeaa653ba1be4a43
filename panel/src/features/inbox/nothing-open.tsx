import { Kbd } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMembership } from '../../context/membership.tsx'
import { inboxCountsQuery } from '../../queries/organization-queries.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useWords } from '../../i18n/i18n.tsx'
import classes from './nothing-open.module.css'
import { Welcome } from './welcome.tsx'

/** Beside the list while no conversation is open: the first steps of a new organization, else the keys. */
export function NothingOpen() {
  const words = useWords().inbox.choose
  const { organization } = useMembership()
  const { data: counts } = useQuery(inboxCountsQuery(organization.id))
  if (counts === undefined) return null
  if (counts.open + counts.closed === 0) return <Welcome organizationId={organization.id} />
  return (
    <div className={classes.middle}>
      <EmptyState
        icon={IconMessages}
        title={words.title}
        text={words.text}
        action={
          <p className={classes.keys}>
            <span>
              <Kbd>j</Kbd> {words.next}
            </span>
            <span>
              <Kbd>k</Kbd> {words.previous}
            </span>
            <span>
              <Kbd>Enter</Kbd> {words.open}
            </span>
            <span>
              <Kbd>?</Kbd> {words.help}
            </span>
          </p>
        }
      />
    </div>
  )
}
