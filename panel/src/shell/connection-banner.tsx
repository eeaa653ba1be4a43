import { Button } from '@mantine/core'
import { IconPlugConnectedX, IconWifiOff } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTexts } from '../i18n/i18n.tsx'
import { useAgentSession, useConnectionState } from '../session/agent-session.tsx'
import classes from './connection-banner.module.css'

/** Short disconnects are not shown. */
const bannerDelayMs = 1_500

/** Shown while disconnected: content may be outdated. Floats above the layout. */
export function ConnectionBanner() {
  const { shell } = useTexts()
  const session = useAgentSession()
  const state = useConnectionState()
  const live = state.name === 'ready'
  const lost = useHeldFor(!live, bannerDelayMs)

  const Icon = state.name === 'offline' ? IconWifiOff : IconPlugConnectedX
  const text =
    state.name === 'offline'
      ? shell.connection.offline
      : state.name === 'refused'
        ? shell.connection.refused
        : shell.connection.reconnecting
  return (
    <output className={classes.place} aria-live="polite">
      {lost && !live ? (
        <span className={classes.banner}>
          <Icon size={18} stroke={1.75} aria-hidden />
          {text}
          {state.name === 'offline' ? null : (
            <Button size="compact-sm" variant="subtle" color="amber" onClick={() => session.retryNow()}>
              {shell.connection.tryNow}
            </Button>
          )}
        </span>
      ) : null}
    </output>
  )
}

/** True once `condition` has held for `milliseconds`. */
function useHeldFor(condition: boolean, milliseconds: number): boolean {
  const [lasted, setLasted] = useState(false)
  useEffect(() => {
    const timer = condition ? setTimeout(() => setLasted(true), milliseconds) : undefined
    return () => {
      clearTimeout(timer)
      setLasted(false)
    }
  }, [condition, milliseconds])
  return lasted
}
