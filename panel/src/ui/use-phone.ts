import { useMediaQuery } from '@mantine/hooks'

/** Whether one column is all there is room for: the width at which the style sheets fold. */
export const usePhone = (): boolean =>
  useMediaQuery('(max-width: 719px)', undefined, { getInitialValueInEffect: false })
