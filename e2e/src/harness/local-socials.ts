import { socialEndpoints } from '@parley/server/features/social-login/endpoints'

/**
 * Loaded before the service (`node --import`): redirects social login to the test's services. The
 * service has no setting for other addresses.
 */
Object.assign(socialEndpoints, JSON.parse(process.env['LOCAL_SOCIAL_ENDPOINTS'] ?? '{}'))
