import '@mantine/notifications/styles.layer.css'
import { MantineThemeProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { useTexts } from '../i18n/i18n.tsx'
import classes from './toasts.module.css'
import { usePhone } from './use-phone.ts'

/** Container of notifications: at the bottom, on phones at the top, because the navigation is at the bottom. */
export function Toasts() {
  const texts = useTexts()
  const phone = usePhone()
  const closeButtonProps = { 'aria-label': texts.actions.close }
  return (
    <MantineThemeProvider theme={{ components: { Notification: { defaultProps: { closeButtonProps } } } }}>
      <Notifications className={classes.toasts} position={phone ? 'top-center' : 'bottom-center'} limit={3} />
    </MantineThemeProvider>
  )
}
