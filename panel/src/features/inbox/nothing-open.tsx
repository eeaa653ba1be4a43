import { Kbd } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { inboxCountsQuery } from '../../queries/organization-queries.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import classes from './nothing-open.module.css'
import { Welcome } from './welcome.tsx'

/** Shown while no conversation is open: first steps of a new organization, else shortcuts. */
export function NothingOpen() {
  const texts = useTexts().inbox.choose
  const { organization } = useMembership()
  const { data: counts } = useQuery(inboxCountsQuery(organization.id))
  if (counts === undefined) return null
  if (counts.open + counts.snoozed + counts.closed === 0) return <Welcome organizationId={organization.id} />
  return (
    <div className={classes.middle}>
      <EmptyState
        icon={IconMessages}
        title={texts.title}
        text={texts.text}
        action={
          <p className={classes.keys}>
            <span>
              <Kbd>j</Kbd> {texts.next}
            </span>
            <span>
              <Kbd>k</Kbd> {texts.previous}
            </span>
            <span>
              <Kbd>Enter</Kbd> {texts.open}
            </span>
            <span>
              <Kbd>?</Kbd> {texts.help}
            </span>
          </p>
        }
      />
    </div>
  )
}
