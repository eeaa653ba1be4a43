import { ActionIcon, Button, Popover, Switch, Text, Tooltip } from '@mantine/core'
import { IconBell, IconBellOff } from '@tabler/icons-react'
import { useState } from 'react'
import { alertSettings, allowDesktop, changeAlerts, desktopPermission } from '../../alerts/alert-settings.ts'
import { playAlert } from '../../alerts/alert-sound.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { useStore } from '../../session/agent-session.tsx'
import classes from './alerts-menu.module.css'

/** Alert settings of this browser. Permission is requested on click only. */
export function AlertsMenu() {
  const texts = useTexts().inbox.alerts
  const settings = useStore(alertSettings)
  const [opened, setOpened] = useState(false)
  const [permission, setPermission] = useState(desktopPermission)
  const desktop = settings.desktop && permission === 'granted'
  const silent = !settings.sound && !desktop
  const Bell = silent ? IconBellOff : IconBell

  const turnDesktop = (on: boolean) => {
    if (!on || permission === 'granted') return changeAlerts({ desktop: on })
    void allowDesktop().then(() => setPermission(desktopPermission()))
  }

  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={280} trapFocus>
      <Popover.Target>
        <Tooltip label={texts.label} disabled={opened}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={texts.label}
            onClick={() => {
              setPermission(desktopPermission())
              setOpened(!opened)
            }}
          >
            <Bell size={20} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={texts.label}>
        <div className={classes.menu}>
          <Text size="xs" c="dimmed">
            {texts.intro}
          </Text>
          <Switch
            label={texts.sound}
            checked={settings.sound}
            onChange={(event) => {
              changeAlerts({ sound: event.currentTarget.checked })
              if (event.currentTarget.checked) void playAlert()
            }}
          />
          {permission === 'default' ? (
            <Button variant="default" size="xs" onClick={() => turnDesktop(true)}>
              {texts.allow}
            </Button>
          ) : (
            <Switch
              label={texts.desktop}
              checked={desktop}
              disabled={permission !== 'granted'}
              onChange={(event) => turnDesktop(event.currentTarget.checked)}
            />
          )}
          {permission === 'denied' || permission === 'unsupported' ? (
            <Text size="xs" c="dimmed">
              {texts[permission]}
            </Text>
          ) : null}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
