import { useId } from 'react'
import classes from './segmented-control.module.css'

interface SegmentedControlProps<Value extends string> {
  'aria-label': string
  data: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
  size?: 'xs' | 'sm'
  fullWidth?: boolean
  dir?: 'ltr'
}

/** Radio buttons in one row. Mantine's control measures its segments when it mounts, which forces a layout of the page. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const name = useId()
  return (
    <div
      className={classes.control}
      role="radiogroup"
      aria-label={props['aria-label']}
      dir={props.dir}
      data-size={props.size ?? 'sm'}
      data-full-width={props.fullWidth === true || undefined}
    >
      {props.data.map(({ value, label }) => (
        <label key={value} className={classes.segment}>
          <input
            className={classes.input}
            type="radio"
            name={name}
            value={value}
            checked={value === props.value}
            onChange={() => props.onChange(value)}
          />
          <span className={classes.text}>{label}</span>
        </label>
      ))}
    </div>
  )
}
