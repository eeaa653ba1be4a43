import { Popover } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useCommands, type Command } from '../../commands/commands.ts'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { unreadNotificationsQuery } from '../../queries/notification-queries.ts'
import { RailItemContent, railItemClass } from '../../ui/rail-item.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import classes from './notification-bell.module.css'
import { NotificationList } from './notification-list.tsx'

/** The bell in the rail: unread count, and the list on click. */
export function NotificationBell() {
  const { notifications: texts, shell } = useTexts()
  const { organization } = useMembership()
  const [opened, setOpened] = useState(false)
  const unread = useQuery(unreadNotificationsQuery(organization.id)).data?.unread ?? 0
  const phone = usePhone()
  useCommands(
    useMemo(
      (): Command[] => [
        {
          id: 'notifications.open',
          title: texts.open,
          group: shell.palette.panel,
          icon: IconBell,
          shortcut: 'g n',
          run: () => setOpened(true),
        },
      ],
      [texts, shell],
    ),
  )

  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position={phone ? 'top' : 'right-end'}
      width="min(400px, calc(100vw - 16px))"
      offset={12}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <button
          type="button"
          className={`${railItemClass} ${classes.target}`}
          aria-label={unread > 0 ? `${texts.title}, ${texts.unread(unread)}` : texts.title}
          onClick={() => setOpened(!opened)}
        >
          <RailItemContent icon={IconBell} label={texts.title} count={unread} />
        </button>
      </Popover.Target>
      <Popover.Dropdown className={classes.list} aria-label={texts.title}>
        <NotificationList close={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}
