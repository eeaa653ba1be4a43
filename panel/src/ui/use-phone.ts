import { useMediaQuery } from '@mantine/hooks'

/** Whether the layout has a single column; same width as in the style sheets. */
export const usePhone = (): boolean =>
  useMediaQuery('(max-width: 719px)', undefined, { getInitialValueInEffect: false })
