import { IconPhoneCheck, IconPhonePause } from '@tabler/icons-react'
import { useEffect } from 'react'
import { registerCommands } from '../../commands/commands.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { useStore } from '../../session/agent-session.tsx'
import { useAgentCalls } from './agent-calls.tsx'
import { useAvailability } from './availability.tsx'

/** Availability commands in the palette. Renders nothing. */
export function DeskCommands(): null {
  const texts = useTexts().desk.keys
  const available = useStore(useAgentCalls().desk)?.availability === 'available'
  const change = useAvailability()
  useEffect(() =>
    registerCommands([
      {
        id: 'desk.availability',
        title: available ? texts.away : texts.available,
        group: texts.group,
        icon: available ? IconPhonePause : IconPhoneCheck,
        run: () => change(available ? 'away' : 'available'),
      },
    ]),
  )
  return null
}
