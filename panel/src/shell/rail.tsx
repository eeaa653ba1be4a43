import { IconChartBar, IconInbox, IconPhone, IconSettings, IconUsers, type Icon } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps, useRouterState } from '@tanstack/react-router'
import { isAdmin, useMembership } from '../context/membership.tsx'
import { useMissedCalls } from '../features/calls/use-missed-calls.ts'
import { RingtoneHint } from '../features/desk/ringtone-hint.tsx'
import { NotificationBell } from '../features/notifications/notification-bell.tsx'
import { useTexts } from '../i18n/i18n.tsx'
import { liveCallsQuery } from '../queries/call-queries.ts'
import { inboxCountsQuery } from '../queries/organization-queries.ts'
import { useFailingWebhooks } from '../queries/webhook-health.ts'
import { Logo } from '../ui/logo.tsx'
import { RailItemContent, railItemClass } from '../ui/rail-item.tsx'
import { useUnreadInTitle } from '../ui/title.ts'
import { AccountMenu } from './account-menu.tsx'
import classes from './rail.module.css'

/** Main navigation: at the side, at the bottom on phones. */
export function Rail() {
  const { shell, webhooks, calls, reports } = useTexts()
  const membership = useMembership()
  const { organization } = membership
  const failing = useFailingWebhooks().length > 0
  const params = { organizationId: organization.id }
  const unread = useUnread(organization.id)
  useUnreadInTitle(unread)
  const waiting = useWaitingCalls(organization.id)
  const missed = useMissedCalls()

  return (
    <nav className={classes.rail} aria-label={shell.mainNavigation}>
      <div className={classes.mark}>
        <Logo />
      </div>
      <RailLink
        icon={IconInbox}
        label={shell.inbox}
        link={{ to: '/o/$organizationId/inbox/$view', params: { ...params, view: 'mine' } }}
        within={`/o/${organization.id}/inbox`}
        count={unread}
        countInWords={shell.unread(unread)}
      />
      <RailLink
        icon={IconPhone}
        label={calls.title}
        link={{ to: '/o/$organizationId/calls', params }}
        within={`/o/${organization.id}/calls`}
        // Waiting calls take precedence over missed ones.
        count={waiting > 0 ? waiting : missed}
        countInWords={waiting > 0 ? calls.now.waiting(waiting) : calls.missed(missed)}
        urgent={waiting > 0}
      />
      <RailLink
        icon={IconUsers}
        label={shell.customers}
        link={{ to: '/o/$organizationId/customers', params }}
        within={`/o/${organization.id}/customers`}
      />
      {isAdmin(membership) ? (
        <RailLink
          icon={IconChartBar}
          label={reports.title}
          link={{ to: '/o/$organizationId/reports', params }}
          within={`/o/${organization.id}/reports`}
        />
      ) : null}
      <RailLink
        icon={IconSettings}
        label={shell.settings}
        link={{ to: '/o/$organizationId/settings', params }}
        within={`/o/${organization.id}/settings`}
        {...(failing ? { notice: webhooks.trouble.spoken } : {})}
      />
      <div className={classes.bell}>
        <NotificationBell />
      </div>
      <RingtoneHint />
      <div className={classes.face}>
        <AccountMenu />
      </div>
    </nav>
  )
}

function RailLink(props: {
  icon: Icon
  label: string
  link: LinkProps
  within: string
  count?: number
  countInWords?: string
  /** A customer is waiting now. */
  urgent?: boolean
  /** Something needs attention: a dot with this text alternative. */
  notice?: string
}) {
  const { icon, label, count = 0, urgent = false, notice } = props
  const here = useIsWithin(props.within)
  return (
    <Link
      className={`${railItemClass} ${classes.link}`}
      {...props.link}
      aria-current={here ? 'page' : undefined}
    >
      <RailItemContent icon={icon} label={label} count={count} urgent={urgent} notice={notice} />
      {count > 0 ? <span className={classes.spoken}>{props.countInWords}</span> : null}
      {notice === undefined ? null : <span className={classes.spoken}>{notice}</span>}
    </Link>
  )
}

/** My unread conversations, kept current by InboxLive. */
function useUnread(organizationId: string): number {
  return useQuery(inboxCountsQuery(organizationId)).data?.mine_unread ?? 0
}

/** Unaccepted calls in progress, at most 100. */
function useWaitingCalls(organizationId: string): number {
  const { data } = useQuery(liveCallsQuery(organizationId, 'waiting'))
  return data?.length ?? 0
}

/** Whether the current URL is `path` or below it. */
export const useIsWithin = (path: string): boolean =>
  useRouterState({
    select: ({ location }) => location.pathname === path || location.pathname.startsWith(`${path}/`),
  })
