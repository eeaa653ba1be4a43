import { VisuallyHidden } from '@mantine/core'
import {
  IconAlertTriangle,
  IconAt,
  IconBell,
  IconHourglassHigh,
  IconMoodSad,
  IconPhoneX,
  IconUserCheck,
  IconZzz,
  type Icon,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Notification, NotificationKind } from '@parley/protocol/notification'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { isKnownKind } from '../../queries/notification-queries.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { notificationLink } from './notification-link.ts'
import classes from './notification-list.module.css'
import { useNotificationText } from './notifications-live.tsx'

const icons: Record<NotificationKind, Icon> = {
  mention: IconAt,
  assigned: IconUserCheck,
  missed_call: IconPhoneX,
  snooze_over: IconZzz,
  low_rating: IconMoodSad,
  sla_warning: IconHourglassHigh,
  sla_breach: IconAlertTriangle,
}

/** One notification: a link to its entry. */
export function NotificationItem(props: {
  notification: Notification
  onOpen: (notification: Notification) => void
}) {
  const { notification, onOpen } = props
  const { kind, actor, customer, preview } = notification
  const texts = useTexts().notifications
  const { organization } = useMembership()
  const textOf = useNotificationText()
  const unread = notification.read_at === null
  const KindIcon = isKnownKind({ kind }) ? icons[kind] : IconBell
  const face = actor ?? customer

  return (
    <li>
      <Link
        {...notificationLink(organization.id, notification)}
        className={classes.row}
        data-unread={unread || undefined}
        preload={false}
        onClick={() => onOpen(notification)}
      >
        <span className={classes.face}>
          <Avatar id={face.id} name={face.name} avatarUrl={face.avatar_url} size={36} />
          <span className={classes.kind} data-kind={kind}>
            <KindIcon size={14} stroke={2} aria-hidden="true" />
          </span>
        </span>
        <span className={classes.body}>
          {unread && <VisuallyHidden>{texts.isUnread}: </VisuallyHidden>}
          <span className={classes.says}>{textOf(notification)}</span>
          {!isKnownKind({ kind }) && <span className={classes.says}>{texts.otherKindHint}</span>}
          {preview !== null && preview !== '' && (
            <span className={classes.preview} dir="auto">
              {preview}
            </span>
          )}
          <RelativeTime at={notification.created_at} className={classes.when} />
        </span>
        {unread && <span className={classes.dot} aria-hidden="true" />}
      </Link>
    </li>
  )
}
