import { ActionIcon, Tooltip } from '@mantine/core'
import { IconBell, IconBellOff } from '@tabler/icons-react'
import { useTexts } from '../../i18n/i18n.tsx'

/** Turns the ringtone of one ring off and on. */
export function RingtoneButton(props: { quiet: boolean; onQuiet: (quiet: boolean) => void }) {
  const texts = useTexts().desk.incoming
  const label = props.quiet ? texts.unmute : texts.mute
  const Icon = props.quiet ? IconBellOff : IconBell
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={label}
        onClick={() => props.onQuiet(!props.quiet)}
      >
        <Icon size={20} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
