import { Button, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import { alertSettings, allowDesktop, changeAlerts, desktopPermission } from '../alerts/alert-settings.ts'
import { useTexts } from '../i18n/i18n.tsx'
import { useStore } from '../session/agent-session.tsx'

/** Turns desktop notifications of this browser on and off. Permission is requested on click only. */
export function DesktopSwitch() {
  const texts = useTexts().inbox.alerts
  const settings = useStore(alertSettings)
  const [permission, setPermission] = useState(desktopPermission)

  return (
    <>
      {permission === 'default' ? (
        <Button
          variant="default"
          size="xs"
          w="fit-content"
          onClick={() => void allowDesktop().then(() => setPermission(desktopPermission()))}
        >
          {texts.allow}
        </Button>
      ) : (
        <Switch
          label={texts.desktop}
          checked={settings.desktop && permission === 'granted'}
          disabled={permission !== 'granted'}
          onChange={(event) => changeAlerts({ desktop: event.currentTarget.checked })}
        />
      )}
      {permission === 'denied' || permission === 'unsupported' ? (
        <Text size="xs" c="dimmed">
          {texts[permission]}
        </Text>
      ) : null}
    </>
  )
}
