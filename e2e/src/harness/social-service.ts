import { freePort } from '@parley/server/core/free-port'
import { startSocialServices } from '@parley/server/testing/social-services'
import { afterAll, beforeAll } from 'vitest'
import { startService, type Service } from './service.ts'

export interface SocialService {
  service: Service
  /** The five local services: who is signed in at each, and whether they show a consent page. */
  socials: Awaited<ReturnType<typeof startSocialServices>>
}

/**
 * A service for one test file whose operator has applications at five local services: consent is a page with
 * `#allow` and `#deny`.
 */
export function useSocialService(environment: Record<string, string> = {}): SocialService {
  const used: Partial<SocialService> = {}
  beforeAll(async () => {
    const port = await freePort(0)
    const socials = await startSocialServices(`http://localhost:${port}`)
    for (const social of [socials.google, socials.facebook, socials.apple, socials.github, socials.x]) {
      social.consent = 'ask'
    }
    used.socials = socials
    used.service = await startService({
      environment: {
        PORT: String(port),
        PARLEY_SIGNUP: 'open',
        LOCAL_SOCIAL_ENDPOINTS: JSON.stringify(socials.endpoints),
        ...socials.environment,
        ...environment,
      },
      command: [process.execPath, '--import', './e2e/src/harness/local-socials.ts', 'server/src/main.ts'],
    })
  })
  afterAll(async () => {
    await used.service?.remove()
    await used.socials?.stop()
  })
  return used as SocialService
}
