import '@mantine/notifications/styles.layer.css'
import { MantineThemeProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { useTexts } from '../i18n/i18n.tsx'
import classes from './toasts.module.css'
import { usePhone } from './use-phone.ts'

/** Where `notifications.show` shows: at the bottom, on a phone at the top, for the bottom is the way around. */
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
