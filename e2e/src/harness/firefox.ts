import path from 'node:path'
import { firefox, type Browser } from 'playwright-core'
import { inject } from 'vitest'
import { useProfiles, type BrowserOfTests } from './browser.ts'

/** Skips tests without Firefox; `npm run e2e` reports that. */
export const isFirefoxHere = () => inject('firefoxPath') !== null

type Preferences = Record<string, string | number | boolean>

/** Firefox for one test file, with this tone as microphone and a camera of one color. Permissions are granted. */
export function useFirefox(hertz: number, more: Preferences = {}): BrowserOfTests {
  return useProfiles(() => launch(hertz, more))
}

function launch(hertz: number, more: Preferences): Promise<Browser> {
  const browser = inject('firefoxPath')
  if (browser === null) throw new Error('There is no Firefox: `npm run e2e` says where to get one.')
  return firefox.launch({
    // A stock Firefox, driven over WebDriver BiDi.
    channel: 'moz-firefox',
    executablePath: path.join(import.meta.dirname, 'firefox-driver.ts'),
    env: {
      ...process.env,
      PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env['PATH']}`,
      PARLEY_FIREFOX: browser,
    },
    firefoxUserPrefs: { ...media, ...quiet, 'media.navigator.audio.fake_frequency': hertz, ...more },
  })
}

const media = {
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  'permissions.default.microphone': 1,
  'permissions.default.camera': 1,
  'media.autoplay.default': 0,
  // Without a loudspeaker every AudioContext stays suspended.
  'media.cubeb.force_mock_context': true,
  'media.peerconnection.ice.loopback': true,
  'media.peerconnection.ice.obfuscate_host_addresses': false,
}

/** Nothing leaves this machine. */
const quiet = {
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
  'network.proxy.no_proxies_on': 'localhost, 127.0.0.1',
  'network.captive-portal-service.enabled': false,
  'network.dns.disablePrefetch': true,
  'app.update.auto': false,
  'browser.region.update.enabled': false,
  'dom.push.connection.enabled': false,
  'extensions.systemAddon.update.enabled': false,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.enabled': false,
  'toolkit.telemetry.server': 'data:,',
}
