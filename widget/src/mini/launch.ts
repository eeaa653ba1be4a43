/** What the platform put into the fragment of the page's address (https://core.telegram.org/api/web-events). */
export interface Launch {
  /** The signed sign-in, passed on as it is. Empty outside of the platform. */
  initData: string
  /** The language of the platform's app, not verified; null if it is not named. */
  language: string | null
  /** The platform's id of the person, not verified. */
  userId: string | null
  /** Colours by name, `#rrggbb`. */
  theme: Record<string, string>
}

export function readLaunch(hash: string): Launch {
  const params = new URLSearchParams(hash.slice(1))
  // A second one may have been added to the link by an attacker.
  const [initData = '', ...others] = params.getAll('tgWebAppData')
  if (others.length > 0) return readLaunch('')
  const user = jsonObject(new URLSearchParams(initData).get('user'))
  const { id, language_code: language } = user
  return {
    initData,
    language: typeof language === 'string' ? language : null,
    userId: typeof id === 'number' ? String(id) : null,
    theme: readTheme(jsonObject(params.get('tgWebAppThemeParams'))),
  }
}

/** Only colours in the documented form: they become CSS. */
export const readTheme = (params: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(Object(params) as object).filter(
      ([, color]) => typeof color === 'string' && /^#[0-9a-f]{6}$/i.test(color),
    ),
  )

function jsonObject(text: string | null): Record<string, unknown> {
  try {
    return Object(JSON.parse(text ?? '{}')) as Record<string, unknown>
  } catch {
    return {}
  }
}
