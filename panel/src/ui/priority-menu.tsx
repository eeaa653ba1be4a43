import { Button, Menu } from '@mantine/core'
import { IconAntennaBars5, IconCheck, IconCircleOff } from '@tabler/icons-react'
import type { Priority } from '@parley/protocol/triage'
import { useTexts } from '../i18n/i18n.tsx'
import { priorityIcons, PriorityMark, priorityOrder } from './priority-mark.tsx'

/** Chooses a priority, or none. */
export function PriorityMenu(props: {
  value: Priority | null
  onPick: (priority: Priority | null) => void
  /** Lets a shortcut open it. */
  id?: string
}) {
  const { value, onPick } = props
  const texts = useTexts().inbox.triage
  const check = <IconCheck size={18} stroke={1.75} aria-hidden="true" />
  return (
    <Menu
      // The button receives the id.
      {...(props.id !== undefined && { id: props.id })}
      position="bottom-start"
      shadow="md"
      width={200}
      portalProps={{ target: '#content' }}
    >
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={
            value === null ? <IconAntennaBars5 size={16} stroke={1.75} aria-hidden="true" /> : undefined
          }
          aria-label={
            value === null
              ? `${texts.priority}: ${texts.setPriority}`
              : texts.priorityIs(texts.priorities[value])
          }
        >
          {value === null ? texts.priority : <PriorityMark priority={value} />}
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={texts.setPriority}>
        {priorityOrder.map((priority) => {
          const Mark = priorityIcons[priority]
          return (
            <Menu.Item
              key={priority}
              leftSection={<Mark size={18} stroke={1.75} aria-hidden="true" />}
              rightSection={value === priority ? check : undefined}
              onClick={() => onPick(priority)}
            >
              {texts.priorities[priority]}
            </Menu.Item>
          )
        })}
        <Menu.Item
          leftSection={<IconCircleOff size={18} stroke={1.75} aria-hidden="true" />}
          rightSection={value === null ? check : undefined}
          onClick={() => onPick(null)}
        >
          {texts.noPriority}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
