import type { SocialProvider } from '@parley/protocol/customer'

/** Not translated, as the providers require. */
export const providerNames: Record<SocialProvider, string> = {
  google: 'Google',
  facebook: 'Facebook',
  apple: 'Apple',
  github: 'GitHub',
  x: 'X',
}

/**
 * The providers' logos by their brand rules: Google's keeps its four colors, the others have the color of the text next
 * to them, and each is shown with a name.
 */
export function ProviderLogo({ of }: { of: SocialProvider }) {
  return (
    <svg class="mark" viewBox="0 0 24 24" aria-hidden="true">
      {of === 'google' ? (
        google.map(([color, path]) => (
          <path key={color} d={path} fill="none" stroke={color} stroke-width="3.9" />
        ))
      ) : of === 'x' ? (
        strokes.map((path) => (
          <path key={path} d={path} fill="none" stroke="currentcolor" stroke-width="1.9" />
        ))
      ) : (
        <path d={filled[of]} fill="currentcolor" fill-rule="evenodd" />
      )}
    </svg>
  )
}

const google = [
  ['#ea4335', 'M17.4 6.6A7.6 7.6 0 0 0 5.4 8.2'],
  ['#fbbc05', 'M5.4 8.2a7.6 7.6 0 0 0 0 7.6'],
  ['#34a853', 'M5.4 15.8a7.6 7.6 0 0 0 12 1.6'],
  ['#4285f4', 'M17.4 17.4A7.6 7.6 0 0 0 19.6 12H12'],
] as const

const strokes = ['M3.6 3.5h4.5l12.3 17h-4.5z', 'm20 3-7.3 8.2M10.9 13.2 3.8 21']

const disc = 'M12 2a10 10 0 1 0 0 20 10 10 0 1 0 0-20z'

const filled = {
  facebook: `${disc}M10.4 22v-7.4H7.9v-3h2.5V9.4c0-2.6 1.5-4 3.8-4 1.1 0 2.2.2 2.2.2v2.5h-1.2c-1.3 0-1.7.8-1.7 1.6v1.9h2.8l-.5 3h-2.3V22z`,
  apple:
    'M12.1 7.3c-1-.5-2-.9-3.1-.9-2.7 0-4.9 2.3-4.9 5.9 0 4 2.6 8.7 5.2 8.7 1 0 1.6-.6 2.8-.6s1.7.6 2.8.6c1.9 0 3.8-2.8 4.6-5.2a4.1 4.1 0 0 1-.4-7.4c-.9-1.3-2.3-2-3.8-2-1.2 0-2.2.4-3.2.9zM12 6.2c0-2.3 1.6-4 3.7-4.2.2 2.2-1.5 4.2-3.7 4.2z',
  github: `${disc}M7.6 6.3c1 0 2.1.6 2.9 1.1a9 9 0 0 1 3 0c.8-.5 1.9-1.1 2.9-1.1.5 1 .5 2 .2 2.7.7.8 1 1.6 1 2.7 0 3-1.8 4.1-4 4.4.5.5.8 1.2.8 2.2v3.5H9.6v-1.6c-2.2.4-2.9-.8-3.3-1.7-.2-.5-.6-.8-1-1.1.9-.4 1.6.1 2.1.8.5.8 1.1 1.2 2.2.9.1-.5.3-.8.5-1-2.2-.3-4-1.4-4-4.4 0-1.1.4-2 1.1-2.7-.4-.7-.3-1.7.4-2.7z`,
} as const
