import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconBell, IconChecks, IconSettings } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Notification, NotificationsRead } from '@parley/protocol/notification'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import {
  markNotificationsRead,
  notificationsQuery,
  unreadNotificationsQuery,
} from '../../queries/notification-queries.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { PageEnd } from '../../ui/page-end.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { NotificationItem } from './notification-item.tsx'
import classes from './notification-list.module.css'

/** The agent's notifications, newest first. `close` is called when one of them is opened. */
export function NotificationList({ close }: { close: () => void }) {
  const texts = useTexts().notifications
  const { organization } = useMembership()
  const queryClient = useQueryClient()
  const query = notificationsQuery(organization.id)
  const list = useInfiniteQuery(query)
  const unread = useQuery(unreadNotificationsQuery(organization.id)).data?.unread ?? 0
  const rows = list.data?.pages.flatMap(({ data }) => data) ?? []
  const newest = rows[0]
  const reading = useMutation({
    mutationFn: (which: NotificationsRead) => markNotificationsRead(organization.id, which),
    onSuccess: () => {
      // Further notifications may have arrived since the count of the response.
      void queryClient.invalidateQueries({ queryKey: unreadNotificationsQuery(organization.id).queryKey })
      return queryClient.invalidateQueries({ queryKey: query.queryKey })
    },
  })

  const open = ({ id, read_at: readAt }: Notification) => {
    if (readAt === null) reading.mutate({ ids: [id] })
    close()
  }

  return (
    <>
      <div className={classes.head}>
        <h2 className={classes.title}>{texts.title}</h2>
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          leftSection={<IconChecks size={16} stroke={1.75} aria-hidden="true" />}
          disabled={newest === undefined || unread === 0}
          onClick={() => newest !== undefined && reading.mutate({ up_to: newest.id })}
        >
          {texts.readAll}
        </Button>
        <Tooltip label={texts.settings}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={texts.settings}
            renderRoot={(props) => (
              <Link
                to="/o/$organizationId/settings/profile"
                params={{ organizationId: organization.id }}
                hash="notifications"
                {...props}
                onClick={close}
              />
            )}
          >
            <IconSettings size={18} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
        </Tooltip>
      </div>
      <div className={classes.scroller}>
        <ProblemNote error={reading.error} />
        {list.data === undefined ? (
          list.isError && !list.isFetching ? (
            <LoadError error={list.error} retry={() => void list.refetch()} />
          ) : (
            <div className={classes.loading}>
              <RowSkeletons count={3} />
            </div>
          )
        ) : rows.length === 0 ? (
          <EmptyState icon={IconBell} title={texts.empty} text={texts.emptyText} />
        ) : (
          <>
            <ul className={classes.rows} aria-label={texts.title}>
              {rows.map((row) => (
                <NotificationItem key={row.id} notification={row} onOpen={open} />
              ))}
            </ul>
            <PageEnd list={list} />
          </>
        )}
      </div>
    </>
  )
}
