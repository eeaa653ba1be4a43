import { TextInput } from '@mantine/core'
import { useTexts } from '../../i18n/i18n.tsx'
import { numberRanges, readNumber, type NumberField } from './call-numbers.ts'
import classes from './number-setting.module.css'

/** A number field with its unit. Shows the valid range when the input is invalid. */
export function NumberSetting(props: {
  field: NumberField
  label: string
  hint: string
  unit: string
  value: string
  onChange: (typed: string) => void
}) {
  const texts = useTexts().callSettings
  const [from, to] = numberRanges[props.field]
  const wrong = readNumber(props.field, props.value) === null
  return (
    <TextInput
      label={`${props.label} (${props.unit})`}
      description={props.hint}
      inputMode="numeric"
      autoComplete="off"
      maxLength={6}
      classNames={{ input: classes.input, root: classes.root }}
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
      error={wrong ? texts.range(from, to) : null}
    />
  )
}
