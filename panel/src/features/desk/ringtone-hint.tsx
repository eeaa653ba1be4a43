import { Tooltip } from '@mantine/core'
import { IconVolumeOff } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { RailItemContent, railItemClass } from '../../ui/rail-item.tsx'
import classes from './availability.module.css'
import { watchSilence } from './ring-sound.ts'
import { useOwnState } from './use-own-state.ts'

/** In the rail while calls would ring here without sound. A click anywhere in the panel is enough. */
export function RingtoneHint() {
  const { ringtone, call } = useTexts().desk
  const { organization } = useMembership()
  const [silent, setSilent] = useState(false)
  useEffect(() => watchSilence(organization.id, setSilent), [organization.id])
  const state = useOwnState()
  if (!silent || (state !== 'idle' && state !== 'offered' && state !== 'wrap_up')) return null
  return (
    // Fixed: the rail of a short window scrolls, and would clip it.
    <Tooltip label={call.audioBlocked} position="right" floatingStrategy="fixed">
      <button
        type="button"
        className={`${railItemClass} ${classes.hint}`}
        aria-label={ringtone.turnOn}
        onClick={() => setSilent(false)}
      >
        <RailItemContent icon={IconVolumeOff} label={ringtone.label} count={0} />
      </button>
    </Tooltip>
  )
}
