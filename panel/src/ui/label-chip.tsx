import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { Label } from '@parley/protocol/label'
import classes from './label-chip.module.css'

/** A label's name in its colour, optionally with a button that removes it. */
export function LabelChip(props: {
  label: Pick<Label, 'name' | 'colour'>
  remove?: { label: string; onClick: () => void }
}) {
  const { label, remove } = props
  return (
    <span className={classes.chip} data-colour={label.colour}>
      <bdi className={classes.name}>{label.name}</bdi>
      {remove === undefined ? null : (
        <ActionIcon
          variant="transparent"
          size={20}
          className={classes.remove}
          aria-label={remove.label}
          onClick={remove.onClick}
        >
          <IconX size={14} stroke={2} aria-hidden="true" />
        </ActionIcon>
      )}
    </span>
  )
}

/** The colour alone, next to a name. */
export function LabelDot({ colour }: { colour: Label['colour'] }) {
  return <span className={classes.dot} data-colour={colour} aria-hidden="true" />
}
