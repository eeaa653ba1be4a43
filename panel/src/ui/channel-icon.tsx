import { VisuallyHidden } from '@mantine/core'
import { IconBrandTelegram, IconMail, type Icon } from '@tabler/icons-react'
import { channelCapabilities, type Channel } from '@parley/protocol/channel'
import { useTexts } from '../i18n/i18n.tsx'

/** null: the usual one, which has no mark. */
const icons: Record<Channel, Icon | null> = { widget: null, telegram: IconBrandTelegram, email: IconMail }

/** Marks customers and conversations of messaging platforms. */
export function ChannelIcon({ of, size = 16 }: { of: Channel; size?: number }) {
  const { names } = useTexts().channels
  const Drawing = icons[of]
  if (Drawing === null || channelCapabilities[of].embedded) return null
  return (
    <>
      <Drawing size={size} stroke={1.75} aria-hidden="true" style={{ flex: 'none' }} />
      <VisuallyHidden>, {names[of]}</VisuallyHidden>
    </>
  )
}
