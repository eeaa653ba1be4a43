/** The link used to play a recording. */
export interface PlayedLink {
  url: string
  failed: boolean
}

/**
 * Links change whenever the call reloads. Switching restarts the player, so a new link is used only after
 * the current one failed.
 */
export const nextLink = (played: PlayedLink, url: string): PlayedLink =>
  played.failed && played.url !== url ? { url, failed: false } : played
