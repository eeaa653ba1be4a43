import { Button, Menu } from '@mantine/core'
import { IconAntennaBars5, IconCheck, IconCircleOff } from '@tabler/icons-react'
import type { Priority } from '@parley/protocol/triage'
import { useTexts } from '../i18n/i18n.tsx'
import { PopupOnUse, type TargetButtonProps } from './popup-on-use.tsx'
import { priorityIcons, PriorityMark, priorityOrder } from './priority-mark.tsx'

interface PriorityMenuProps {
  value: Priority | null
  onPick: (priority: Priority | null) => void
  /** Lets a shortcut open it. */
  id?: string
}

/** Chooses a priority, or none. */
export function PriorityMenu(props: PriorityMenuProps) {
  return (
    <PopupOnUse
      kind="menu"
      renderTarget={(attributes) => <PriorityButton id={props.id} value={props.value} {...attributes} />}
    >
      <UsedPriorityMenu {...props} />
    </PopupOnUse>
  )
}

function UsedPriorityMenu(props: PriorityMenuProps) {
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
        <PriorityButton value={value} />
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

function PriorityButton({ value, ...rest }: TargetButtonProps & { value: Priority | null }) {
  const texts = useTexts().inbox.triage
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      leftSection={
        value === null ? <IconAntennaBars5 size={16} stroke={1.75} aria-hidden="true" /> : undefined
      }
      aria-label={
        value === null ? `${texts.priority}: ${texts.setPriority}` : texts.priorityIs(texts.priorities[value])
      }
      {...rest}
    >
      {value === null ? texts.priority : <PriorityMark priority={value} />}
    </Button>
  )
}
