import { Button } from '@mantine/core'
import { useState } from 'react'
import { allowDesktop, desktopPermission } from '../../alerts/alert-settings.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import classes from './availability.module.css'

/** Requests notification permission after becoming available, when its purpose is clear. */
export function NotificationNote() {
  const texts = useTexts().desk.notify
  const [permission, setPermission] = useState(desktopPermission)
  if (permission === 'granted' || permission === 'unsupported') return null
  return (
    <div className={classes.plain}>
      <p>{permission === 'denied' ? texts.denied : texts.why}</p>
      {permission === 'denied' ? null : (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => void allowDesktop().finally(() => setPermission(desktopPermission()))}
        >
          {texts.ask}
        </Button>
      )}
    </div>
  )
}
