import { ActionIcon, Popover, Switch, Text, Tooltip } from '@mantine/core'
import { IconVolume, IconVolumeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { alertSettings, changeAlerts, desktopPermission } from '../../alerts/alert-settings.ts'
import { playAlert } from '../../alerts/alert-sound.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { useStore } from '../../session/agent-session.tsx'
import { DesktopSwitch } from '../../ui/desktop-switch.tsx'
import classes from './alerts-menu.module.css'

/** Alert settings of this browser. The rail has the bell, so this is a loudspeaker. */
export function AlertsMenu() {
  const texts = useTexts().inbox.alerts
  const settings = useStore(alertSettings)
  const [opened, setOpened] = useState(false)
  const silent = !settings.sound && !(settings.desktop && desktopPermission() === 'granted')
  const Figure = silent ? IconVolumeOff : IconVolume

  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={280} trapFocus>
      <Popover.Target>
        <Tooltip label={texts.label} disabled={opened}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={texts.label}
            onClick={() => setOpened(!opened)}
          >
            <Figure size={20} stroke={1.75} aria-hidden="true" />
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
          <DesktopSwitch />
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
