import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate, Outlet, useParams } from '@tanstack/react-router'
import { AlertingTabProvider } from '../alerts/alerting-tab.tsx'
import { MembershipProvider } from '../context/membership.tsx'
import { CallNotesProvider } from '../features/call-notes/call-notes-context.tsx'
import { NotesGuard } from '../features/call-notes/notes-guard.tsx'
import { UnsavedNotes } from '../features/call-notes/unsaved-notes.tsx'
import { RefusedMessages } from '../features/conversation/sending/refused-messages.tsx'
import { AgentCallsProvider } from '../features/desk/agent-calls.tsx'
import { DeskCommands } from '../features/desk/availability.tsx'
import { CallBar } from '../features/desk/call-bar.tsx'
import { CallGuard } from '../features/desk/call-guard.tsx'
import { IncomingCall } from '../features/desk/incoming-call.tsx'
import { OfferOutcomes } from '../features/desk/offer-outcomes.tsx'
import { InboxLive } from '../features/inbox/inbox-live.tsx'
import { NotificationsLive } from '../features/notifications/notifications-live.tsx'
import { useTexts } from '../i18n/i18n.tsx'
import { meQuery } from '../queries/organization-queries.ts'
import { AgentSessionProvider } from '../session/agent-session.tsx'
import { useRefuseStrayFiles } from '../ui/refuse-stray-files.ts'
import { Tips } from '../ui/tips.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { Keyboard } from './keyboard.tsx'
import classes from './organization-frame.module.css'
import { PaletteAndHelp } from './palette-and-help.tsx'
import { Rail } from './rail.tsx'
import { RouteAnnouncer } from './route-announcer.tsx'

const route = getRouteApi('/o/$organizationId')

/** Layout inside an organization: rail, call bar and page, with one live session. */
export function OrganizationFrame() {
  const { shell } = useTexts()
  const { organizationId } = route.useParams()
  const entered = route.useRouteContext({ select: ({ membership }) => membership })
  const { data: me } = useQuery(meQuery)
  useRefuseStrayFiles()
  // On phones an open conversation or customer takes the full height.
  const inDetail = useParams({
    strict: false,
    select: ({ conversationId, customerId }) => (conversationId ?? customerId) !== undefined,
  })

  const membership =
    me === undefined ? entered : me.memberships.find(({ organization }) => organization.id === organizationId)
  // Membership removed meanwhile. What blocks navigation is unmounted with the frame and could not ask any more.
  if (membership === undefined) return <Navigate to="/" replace ignoreBlocker />

  return (
    <>
      {/* Remounts with the organization: no part of one meets the connection of another. */}
      <MembershipProvider key={membership.agent_id} value={membership}>
        <AgentSessionProvider organizationId={organizationId} agentId={membership.agent_id}>
          <AgentCallsProvider>
            <CallNotesProvider>
              <a className={classes.skip} href="#content">
                {shell.skipToContent}
              </a>
              <div className={classes.frame} data-in-detail={inDetail || undefined}>
                <Rail />
                <div className={classes.stage}>
                  <CallBar />
                  <main id="content" className={classes.content} tabIndex={-1}>
                    <Outlet />
                    <Tips />
                  </main>
                </div>
              </div>
              <AlertingTabProvider organizationId={organizationId}>
                <IncomingCall />
                <InboxLive />
                <NotificationsLive />
              </AlertingTabProvider>
              <OfferOutcomes />
              <DeskCommands />
              <UnsavedNotes />
              <RefusedMessages />
              <NotesGuard />
              <CallGuard />
              <ConnectionBanner />
              <Keyboard />
              <PaletteAndHelp />
            </CallNotesProvider>
          </AgentCallsProvider>
        </AgentSessionProvider>
      </MembershipProvider>
      <RouteAnnouncer organization={membership.organization} />
    </>
  )
}
