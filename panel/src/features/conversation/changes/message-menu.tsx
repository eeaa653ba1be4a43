import { Menu } from '@mantine/core'
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { useRef, useState, type ComponentPropsWithRef } from 'react'
import type { TimelineMessage } from '@parley/protocol/message'
import { useTexts } from '../../../i18n/i18n.tsx'
import type { MessagePermissions } from './message-permissions.ts'
import type { MessageActions } from './use-message-changes.ts'

interface MessageMenuProps extends MessagePermissions {
  message: TimelineMessage
  actions: MessageActions
  className: string | undefined
}

/** Edit and Delete. A plain button until it is first used: long timelines have thousands of them. */
export function MessageMenu(props: MessageMenuProps) {
  const [isUsed, setUsed] = useState(false)
  if (isUsed) return <UsedMenu {...props} />
  return <MenuButton className={props.className} aria-haspopup="menu" onClick={() => setUsed(true)} />
}

function UsedMenu({ message, actions, className, mayEdit, mayDelete }: MessageMenuProps) {
  const texts = useTexts().inbox.changes
  const [opened, setOpened] = useState(true)
  const button = useRef<HTMLButtonElement>(null)
  const change = (next: boolean) => {
    setOpened(next)
    if (!next) button.current?.focus()
  }
  return (
    <Menu opened={opened} onChange={change} position="bottom-end" transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <MenuButton ref={button} className={className} />
      </Menu.Target>
      <Menu.Dropdown>
        {mayEdit && (
          <Menu.Item
            leftSection={<IconPencil size={16} stroke={1.75} aria-hidden="true" />}
            onClick={() => actions.edit(message)}
          >
            {texts.edit}
          </Menu.Item>
        )}
        {mayDelete && (
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} stroke={1.75} aria-hidden="true" />}
            onClick={() => actions.remove(message)}
          >
            {texts.remove}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

function MenuButton(props: ComponentPropsWithRef<'button'>) {
  const texts = useTexts().inbox.changes
  return (
    <button {...props} type="button" data-menu aria-label={texts.more} title={texts.more}>
      <IconDots size={18} stroke={1.75} aria-hidden="true" />
    </button>
  )
}
