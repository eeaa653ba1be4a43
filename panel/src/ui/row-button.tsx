import { ActionIcon, Tooltip } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'

/** An action on a row of a list, as an icon with its name on hover. */
export function RowButton(props: { icon: Icon; label: string; disabled?: boolean; onClick: () => void }) {
  const { icon: IconComponent } = props
  return (
    <Tooltip label={props.label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={props.label}
        disabled={props.disabled === true}
        onClick={props.onClick}
      >
        <IconComponent size={20} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  )
}
