import { ActionIcon, NativeSelect, Popover, Tooltip } from '@mantine/core'
import { IconSettings } from '@tabler/icons-react'
import { useState } from 'react'
import type { MediaDevice } from '@parley/client/calls/call-devices'
import type { CallMedia, DeviceKind } from '@parley/client/calls/call-media'
import { useTexts } from '../../i18n/i18n.tsx'
import { useStore } from '../../session/agent-session.tsx'
import classes from './call-bar.module.css'
import { LevelBar } from './level-avatar.tsx'

/** Device selection with a microphone level meter. */
export function DeviceMenu({ media, video }: { media: CallMedia; video: boolean }) {
  const texts = useTexts().desk.call
  const { devices, chosen } = useStore(media.view)
  const [opened, setOpened] = useState(false)
  const parts: { kind: DeviceKind; label: string; devices: readonly MediaDevice[] }[] = [
    { kind: 'microphone', label: texts.microphone, devices: devices.microphones },
    ...(video ? [{ kind: 'camera' as const, label: texts.camera, devices: devices.cameras }] : []),
    { kind: 'speaker', label: texts.speaker, devices: devices.speakers },
  ]
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={300} trapFocus>
      <Popover.Target>
        <Tooltip label={texts.devices} disabled={opened}>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={texts.devices}
            onClick={() => setOpened(!opened)}
          >
            <IconSettings size={20} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={texts.devices}>
        <div className={classes.devices}>
          {parts
            .filter((part) => part.devices.length > 0)
            .map((part) => (
              <NativeSelect
                key={part.kind}
                label={part.label}
                value={chosen[part.kind] ?? part.devices[0]?.id ?? ''}
                onChange={(event) => media.choose(part.kind, event.currentTarget.value)}
                data={part.devices.map(({ id, label }, index) => ({
                  value: id,
                  label: label === '' ? `${part.label} ${index + 1}` : label,
                }))}
              />
            ))}
          <LevelBar level={media.localLevel} label={texts.yourLevel} />
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
