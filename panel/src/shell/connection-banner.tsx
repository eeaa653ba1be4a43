import { Button } from '@mantine/core'
import { IconPlugConnectedX, IconWifiOff } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTexts } from '../i18n/i18n.tsx'
import { useAgentSession, useConnectionState } from '../session/agent-session.tsx'
import classes from './connection-banner.module.css'

/** A lost socket is often back within a second; a word about it then would only flicker. */
const bannerDelayMs = 1_500

/** Says that what is on the screen may be old. It floats: nothing moves when it comes and goes. */
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

/** True once `condition` has held for so many milliseconds, false as soon as it does not. */
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
