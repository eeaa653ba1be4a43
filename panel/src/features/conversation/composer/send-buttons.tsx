import { ActionIcon, Menu } from '@mantine/core'
import { IconCheck, IconChevronDown, IconSend2 } from '@tabler/icons-react'
import { useTexts } from '../../../i18n/i18n.tsx'
import { PopupOnUse, type TargetButtonProps } from '../../../ui/popup-on-use.tsx'
import classes from './composer.module.css'

/** Send button with a menu of follow-up actions. */
export function SendButtons(props: { disabled: boolean; onSend: () => void; onSendAndClose: () => void }) {
  const { conversation, writing } = useTexts().inbox
  return (
    <>
      <PopupOnUse
        kind="menu"
        renderTarget={(attributes) => <MoreButton disabled={props.disabled} {...attributes} />}
      >
        <Menu position="top-end" shadow="md" withinPortal>
          <Menu.Target>
            <MoreButton disabled={props.disabled} />
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              leftSection={<IconCheck size={18} stroke={1.75} aria-hidden="true" />}
              onClick={props.onSendAndClose}
            >
              {writing.sendAndClose}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </PopupOnUse>
      <ActionIcon
        size="lg"
        className={classes.send}
        aria-label={conversation.composer.send}
        disabled={props.disabled}
        onClick={props.onSend}
      >
        <IconSend2 size={20} stroke={1.75} className={classes.mirrored} aria-hidden="true" />
      </ActionIcon>
    </>
  )
}

function MoreButton(props: TargetButtonProps) {
  const { writing } = useTexts().inbox
  return (
    <ActionIcon size="lg" variant="subtle" color="gray" aria-label={writing.sendMore} {...props}>
      <IconChevronDown size={18} stroke={1.75} aria-hidden="true" />
    </ActionIcon>
  )
}
