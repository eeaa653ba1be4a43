import { useTexts } from '../../i18n/i18n.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import type { Writing } from './use-writing-commands.ts'
import classes from './writing-mode.module.css'

/** Switches the composer between a reply to the customer and a private note. */
export function WritingMode(props: { value: Writing; onChange: (writing: Writing) => void }) {
  const texts = useTexts().inbox.notes
  return (
    <div className={classes.bar}>
      <SegmentedControl
        size="xs"
        aria-label={texts.mode}
        data={[
          { value: 'reply', label: texts.reply },
          { value: 'note', label: texts.note },
        ]}
        value={props.value}
        onChange={props.onChange}
      />
    </div>
  )
}
