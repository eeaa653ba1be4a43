import { socialEndpoints } from '@parley/server/features/social-login/endpoints'

/**
 * Loaded before the service's own program (`node --import`): the services of social login are then those of a test. The
 * program itself has no way to be told other addresses.
 */
Object.assign(socialEndpoints, JSON.parse(process.env['LOCAL_SOCIAL_ENDPOINTS'] ?? '{}'))
