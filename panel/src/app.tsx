import { DirectionProvider, localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { loadCode } from './api/load-code.ts'
import { createQueryClient } from './api/query-client.ts'
import { I18nProvider, type LoadedLanguage } from './i18n/i18n.tsx'
import { createPanelRouter } from './routes/router.tsx'
import { forgetFormerUser, leaveEndedSession } from './session/session.ts'
import { cssVariables, theme } from './theme/theme.ts'
import { Toasts } from './ui/toasts.tsx'

const queryClient = createQueryClient(onSignedOut)
const router = createPanelRouter(queryClient)
forgetFormerUser(queryClient)
// first-paint.js reads the same key.
const colorSchemes = localStorageColorSchemeManager({ key: 'parley-color-scheme' })

export function App({ language }: { language: LoadedLanguage }) {
  return (
    <DirectionProvider detectDirection={false} initialDirection={language.direction}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        colorSchemeManager={colorSchemes}
        defaultColorScheme="auto"
        // Mantine would otherwise omit values that equal its defaults, which live in a style sheet that
        // mantine.css does not import.
        deduplicateCssVariables={false}
      >
        <I18nProvider start={language} loadCode={loadCode}>
          <QueryClientProvider client={queryClient}>
            <Toasts />
            <RouterProvider router={router} />
          </QueryClientProvider>
        </I18nProvider>
      </MantineProvider>
    </DirectionProvider>
  )
}

/** The session has ended: sign in, then return to the same page. */
function onSignedOut() {
  void leaveEndedSession(queryClient, {
    isInside: () => router.state.location.pathname.startsWith('/o/'),
    toSignIn: () =>
      router.navigate({
        to: '/sign-in',
        search: { to: router.state.location.href },
        replace: true,
        ignoreBlocker: true,
      }),
  })
}
