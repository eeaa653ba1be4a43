import {
  IconInbox,
  IconKeyboard,
  IconLogout,
  IconPhone,
  IconSearch,
  IconSettings,
  IconSunMoon,
  IconUsers,
} from '@tabler/icons-react'
import { useMantineColorScheme } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiProblem, problemText } from '../api/api-problem.ts'
import { registerCommands, type Command } from '../commands/commands.ts'
import { isAdmin, useMembership } from '../context/membership.tsx'
import { reportIcon, reportSubjects } from '../features/reports/subjects.ts'
import { settingsSubjects } from '../features/settings/subjects.ts'
import { useTexts } from '../i18n/i18n.tsx'
import { inboxViews } from '../navigation/inbox-views.ts'
import { meQuery } from '../queries/organization-queries.ts'
import { useStore } from '../session/agent-session.tsx'
import { useSignOut } from '../session/use-sign-out.tsx'
import { overlayCode, type Overlay } from './overlay-code.ts'
import { closeOverlay, openHelp, openPalette, overlay, paletteKeys } from './overlays.ts'
import { PaletteEntry } from './palette-entry.tsx'
import { whenIdle } from './when-idle.ts'

/** Global commands and the two overlays that list all commands. */
export function PaletteAndHelp() {
  useShellCommands()
  const texts = useTexts()
  const open = useStore(overlay)
  const keys = useStore(paletteKeys)
  const palette = useStore(overlayCode.palette.component)
  const help = useStore(overlayCode.help.component)
  const [wanted, setWanted] = useState<ReadonlySet<string>>(new Set())
  const onFailed = useEffectEvent((error: unknown) => {
    closeOverlay()
    const { failed, brokenText } = texts.shell.states
    const message = error instanceof ApiProblem ? problemText(texts, error) : brokenText
    notifications.show({ color: 'red', title: failed, message })
  })
  // So that the first Ctrl/Cmd+K is instant.
  useEffect(() => whenIdle(() => void overlayCode.palette.load().catch(() => undefined)), [])
  useEffect(() => {
    if (open === 'none') return undefined
    let isLeft = false
    void overlayCode[open].load().catch((error: unknown) => {
      if (!isLeft) onFailed(error)
    })
    return () => {
      isLeft = true
    }
  }, [open])
  // Stay mounted after the first use, for the closing animation.
  if (open !== 'none' && !wanted.has(open)) setWanted(new Set([...wanted, open]))
  return (
    <>
      {open === 'palette' && keys !== 'palette' ? <PaletteEntry /> : null}
      {palette !== null && wanted.has('palette') ? (
        <Loaded component={palette} opened={open === 'palette'} />
      ) : null}
      {help !== null && wanted.has('help') ? <Loaded component={help} opened={open === 'help'} /> : null}
    </>
  )
}

function Loaded({ component: Component, opened }: { component: Overlay; opened: boolean }) {
  return <Component opened={opened} onClose={closeOverlay} />
}

function useShellCommands() {
  const texts = useTexts()
  const { shell } = texts
  const navigate = useNavigate()
  const leave = useSignOut()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { organization, role } = useMembership()
  const admin = isAdmin({ role })
  const { data: me } = useQuery(meQuery)

  useEffect(() => {
    const params = { organizationId: organization.id }
    const goTo = shell.palette.goTo
    // While open, the inbox registers the same commands, which keep its search.
    const views = inboxViews.map((view): Command => ({
      id: `inbox.view.${view}`,
      title: `${shell.inbox}: ${texts.inbox.views[view]}`,
      group: goTo,
      icon: IconInbox,
      fallback: true,
      run: () => void navigate({ to: '/o/$organizationId/inbox/$view', params: { ...params, view } }),
    }))
    const subjects = settingsSubjects(texts, role).map((subject): Command => ({
      id: `go.settings.${subject.id}`,
      title: `${shell.settings}: ${subject.title}`,
      group: goTo,
      icon: subject.icon,
      run: () => void navigate({ to: subject.to, params }),
    }))
    const reports = (admin ? reportSubjects : []).map((report): Command => ({
      id: `go.reports.${report}`,
      title: `${texts.reports.title}: ${texts.reports.subjects[report]}`,
      group: goTo,
      icon: reportIcon(report),
      ...(report === 'live' && { shortcut: 'g r' }),
      run: () => void navigate({ to: '/o/$organizationId/reports/$report', params: { ...params, report } }),
    }))
    const elsewhere = (me?.memberships ?? [])
      .filter((each) => each.organization.id !== organization.id)
      .map((each): Command => ({
        id: `organization.${each.organization.id}`,
        title: shell.palette.switchTo(each.organization.name),
        group: shell.organizations,
        run: () =>
          void navigate({ to: '/o/$organizationId', params: { organizationId: each.organization.id } }),
      }))
    const panel = shell.palette.panel
    return registerCommands([
      ...views,
      {
        id: 'go.inbox',
        title: shell.inbox,
        group: goTo,
        shortcut: 'g i',
        keyboardOnly: true,
        run: () => void navigate({ to: '/o/$organizationId/inbox', params }),
      },
      {
        id: 'go.calls',
        title: texts.calls.title,
        group: goTo,
        icon: IconPhone,
        shortcut: 'g l',
        run: () => void navigate({ to: '/o/$organizationId/calls', params }),
      },
      {
        id: 'go.customers',
        title: shell.customers,
        group: goTo,
        icon: IconUsers,
        shortcut: 'g c',
        run: () => void navigate({ to: '/o/$organizationId/customers', params }),
      },
      {
        id: 'go.settings',
        title: shell.settings,
        group: goTo,
        icon: IconSettings,
        shortcut: 'g s',
        run: () => void navigate({ to: '/o/$organizationId/settings', params }),
      },
      ...reports,
      ...subjects,
      ...elsewhere,
      {
        id: 'panel.scheme',
        title: `${shell.colorScheme}: ${shell.colorSchemes[colorScheme === 'dark' ? 'light' : 'dark']}`,
        group: panel,
        icon: IconSunMoon,
        run: () => setColorScheme(colorScheme === 'dark' ? 'light' : 'dark'),
      },
      {
        id: 'panel.palette',
        title: shell.commandPalette,
        group: panel,
        icon: IconSearch,
        shortcut: 'mod+k',
        keyboardOnly: true,
        run: openPalette,
      },
      {
        id: 'panel.help',
        title: shell.keyboardHelp,
        group: panel,
        icon: IconKeyboard,
        shortcut: '?',
        run: openHelp,
      },
      { id: 'panel.sign-out', title: shell.signOut, group: panel, icon: IconLogout, run: leave },
    ])
  })
}
