import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'

/** Maps Mantine's theme to the values in tokens.css. */
const hue = (name: string): MantineColorsTuple => [
  `var(--${name}-soft)`,
  `var(--${name}-soft)`,
  `var(--${name}-soft)`,
  `var(--${name}-text)`,
  `var(--${name}-text)`,
  `var(--${name})`,
  `var(--${name})`,
  `var(--${name}-hover)`,
  `var(--${name}-hover)`,
  `var(--${name}-text)`,
]

const gray: MantineColorsTuple = [
  'var(--grey-2)',
  'var(--grey-3)',
  'var(--grey-4)',
  'var(--grey-6)',
  'var(--grey-7)',
  'var(--grey-8)',
  'var(--grey-11)',
  'var(--grey-11)',
  'var(--grey-12)',
  'var(--grey-12)',
]

const dark: MantineColorsTuple = [
  'var(--grey-12)',
  'var(--grey-11)',
  'var(--grey-11)',
  'var(--grey-8)',
  'var(--grey-7)',
  'var(--grey-4)',
  'var(--grey-3)',
  'var(--grey-1)',
  'var(--grey-2)',
  'var(--grey-2)',
]

const solidHues = ['brand', 'green', 'amber', 'red']

export const theme = createTheme({
  primaryColor: 'brand',
  colors: {
    brand: hue('brand'),
    green: hue('green'),
    amber: hue('amber'),
    red: hue('red'),
    gray,
    dark,
  },
  white: '#fff',
  black: 'var(--grey-12)',
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--font-mono)',
  fontSizes: {
    xs: 'var(--size-13)',
    sm: 'var(--size-14)',
    md: 'var(--size-16)',
    lg: 'var(--size-20)',
    xl: 'var(--size-26)',
  },
  fontWeights: { regular: 'var(--weight)', medium: 'var(--weight-medium)', bold: 'var(--weight-strong)' },
  lineHeights: { xs: '1.5', sm: '1.5', md: '1.5', lg: '1.25', xl: '1.25' },
  headings: {
    fontFamily: 'var(--font)',
    fontWeight: 'var(--weight-strong)',
    sizes: {
      h1: { fontSize: 'var(--size-26)', lineHeight: 'var(--line-title)' },
      h2: { fontSize: 'var(--size-20)', lineHeight: 'var(--line-title)' },
      h3: { fontSize: 'var(--size-16)', lineHeight: 'var(--line-title)' },
    },
  },
  spacing: {
    xxs: 'var(--space-4)',
    xs: 'var(--space-8)',
    sm: 'var(--space-12)',
    md: 'var(--space-16)',
    lg: 'var(--space-24)',
    xl: 'var(--space-32)',
    xxl: 'var(--space-48)',
  },
  radius: {
    xs: '4px',
    sm: 'var(--radius-control)',
    md: 'var(--radius-card)',
    lg: 'var(--radius-window)',
    xl: 'var(--radius-bubble)',
  },
  defaultRadius: 'sm',
  shadows: {
    xs: 'var(--shadow-card)',
    sm: 'var(--shadow-card)',
    md: 'var(--shadow-float)',
    lg: 'var(--shadow-float)',
    xl: 'var(--shadow-float)',
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
  // No movement on press.
  activeClassName: '',
  components: {
    Button: { styles: { root: { fontWeight: 'var(--weight-medium)' } } },
    Modal: {
      defaultProps: {
        centered: true,
        radius: 'md',
        padding: 'lg',
        shadow: 'md',
        overlayProps: { backgroundOpacity: 0.4 },
      },
      styles: { title: { fontSize: 'var(--size-16)', fontWeight: 'var(--weight-strong)' } },
    },
    Menu: { defaultProps: { shadow: 'md', radius: 'md' } },
    Popover: { defaultProps: { shadow: 'md', radius: 'md' } },
    // Next to its target: elements at the end of the body are outside all landmarks.
    Tooltip: { defaultProps: { openDelay: 400, withinPortal: false } },
    InputWrapper: {
      styles: { description: { fontSize: 'var(--size-13)' }, error: { fontSize: 'var(--size-13)' } },
    },
    Card: { defaultProps: { radius: 'md', withBorder: true } },
  },
})

export const cssVariables: CSSVariablesResolver = () => {
  const both: Record<string, string> = {
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-bright': 'var(--text)',
    '--mantine-color-dimmed': 'var(--text-soft)',
    '--mantine-color-placeholder': 'var(--text-soft)',
    '--mantine-color-anchor': 'var(--brand-text)',
    '--mantine-color-error': 'var(--red-text)',
    '--mantine-color-success': 'var(--green-text)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--grey-3)',
    '--mantine-color-default-color': 'var(--text)',
    '--mantine-color-default-border': 'var(--grey-7)',
    '--mantine-color-disabled': 'var(--grey-3)',
    '--mantine-color-disabled-color': 'var(--grey-10)',
    '--mantine-color-disabled-border': 'var(--grey-6)',
    '--mantine-primary-color-contrast': 'var(--on-solid)',
    '--mantine-color-gray-filled': 'var(--grey-11)',
    '--mantine-color-gray-filled-hover': 'var(--grey-12)',
    '--mantine-color-gray-light': 'var(--grey-3)',
    '--mantine-color-gray-light-hover': 'var(--grey-4)',
    '--mantine-color-gray-light-color': 'var(--text)',
    '--mantine-color-gray-outline': 'var(--text-soft)',
    '--mantine-color-gray-outline-hover': 'var(--grey-3)',
    '--mantine-color-gray-text': 'var(--text-soft)',
  }
  for (const name of solidHues) {
    both[`--mantine-color-${name}-text`] = `var(--${name}-text)`
    both[`--mantine-color-${name}-filled`] = `var(--${name})`
    both[`--mantine-color-${name}-filled-hover`] = `var(--${name}-hover)`
    both[`--mantine-color-${name}-light`] = `var(--${name}-soft)`
    both[`--mantine-color-${name}-light-hover`] =
      `color-mix(in oklab, var(--${name}-soft), var(--${name}) 12%)`
    both[`--mantine-color-${name}-light-color`] = `var(--${name}-text)`
    both[`--mantine-color-${name}-outline`] = `var(--${name}-text)`
    both[`--mantine-color-${name}-outline-hover`] = `var(--${name}-soft)`
  }
  return { variables: {}, light: both, dark: both }
}
