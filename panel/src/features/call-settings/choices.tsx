import { Radio, Stack } from '@mantine/core'

/** A radio group whose options have a title and a description. */
export function Choices<T extends string>(props: {
  label: string
  value: T
  options: Record<T, { title: string; text: string }>
  onChange: (value: T) => void
}) {
  const values: T[] = Object.keys(props.options).filter((key): key is T => Object.hasOwn(props.options, key))
  return (
    <Radio.Group
      aria-label={props.label}
      value={props.value}
      onChange={(picked) => {
        const value = values.find((each) => each === picked)
        if (value !== undefined) props.onChange(value)
      }}
    >
      <Stack gap="sm">
        {values.map((value) => (
          <Radio
            key={value}
            value={value}
            label={props.options[value].title}
            description={props.options[value].text}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}
