import { ColorSwatch, Group, TextInput } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { readableOn } from '@parley/protocol/contrast'
import { useTexts } from '../../i18n/i18n.tsx'
import { isColour } from '../../ui/colour.ts'
import classes from './colour-field.module.css'

/** Colours with good contrast on light and dark pages. */
const offered = ['#0b7285', '#3b5bdb', '#7048e8', '#c2255c', '#d9480f', '#2b8a3e', '#8a6100', '#5c677d']

/** Colour presets, the browser's picker and a hex field. */
export function ColourField(props: { value: string; onChange: (color: string) => void }) {
  const texts = useTexts().settings.appearance
  const { value, onChange } = props
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{texts.color}</legend>
      <Group gap={6} mb="xs">
        {offered.map((color) => (
          <ColorSwatch
            key={color}
            component="button"
            type="button"
            color={color}
            size={28}
            withShadow={false}
            className={classes.swatch}
            aria-label={texts.swatch(color)}
            aria-pressed={color === value.toLowerCase()}
            onClick={() => onChange(color)}
          >
            {color === value.toLowerCase() ? (
              <IconCheck size={16} stroke={2.5} color={readableOn(color)} aria-hidden />
            ) : null}
          </ColorSwatch>
        ))}
      </Group>
      <Group gap="xs" align="flex-start" wrap="nowrap">
        <input
          type="color"
          className={classes.picker}
          aria-label={texts.color}
          value={isColour(value) ? value : '#000000'}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        <TextInput
          className={classes.code}
          aria-label={texts.colorCode}
          dir="ltr"
          spellCheck={false}
          autoComplete="off"
          maxLength={7}
          value={value}
          onChange={(event) => onChange(withHash(event.currentTarget.value))}
          error={isColour(value) ? null : texts.colorWrong}
        />
      </Group>
    </fieldset>
  )
}

const withHash = (typed: string) => (typed === '' || typed.startsWith('#') ? typed : `#${typed}`)
