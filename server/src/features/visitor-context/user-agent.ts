import type { Visit } from '@parley/protocol/visitor-context'

/** In this order: most browsers name the ones they imitate, too. */
const browsers: readonly [name: string, version: RegExp][] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\/(\d{1,4})/],
  ['Opera', /\bOPR\/(\d{1,4})/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d{1,4})/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d{1,4})/],
  ['Chrome', /\b(?:HeadlessChrome|Chrome|CriOS)\/(\d{1,4})/],
  ['Safari', /\bVersion\/(\d{1,4})[\d.]* (?:Mobile\/\w+ )?Safari\//],
]

const systems: readonly [name: string, mark: RegExp][] = [
  ['iOS', /\b(?:iPhone|iPod)\b/],
  ['iPadOS', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
]

/**
 * What agents need to know of `navigator.userAgent`: browsers that have frozen it still name themselves, their version
 * and the platform. The text itself is not stored, because rare ones identify a person.
 */
export function readUserAgent(text: string): Pick<Visit, 'browser' | 'system' | 'device'> {
  const browser = browsers.find(([, version]) => version.test(text))
  const system = systems.find(([, mark]) => mark.test(text))?.[0] ?? null
  const isPhone = system === 'iOS' || /\bMobile\b/.test(text)
  const isTablet = system === 'iPadOS' || system === 'Android' || /\bTablet\b/.test(text)
  return {
    browser: browser ? `${browser[0]} ${browser[1].exec(text)?.[1] ?? ''}` : null,
    system,
    device: system === 'iPadOS' ? 'tablet' : isPhone ? 'phone' : isTablet ? 'tablet' : 'desktop',
  }
}
