/** The link by which a recording is played. */
export interface PlayedLink {
  url: string
  failed: boolean
}

/**
 * Links are made anew each time a call is loaded, and it is loaded whenever any call changes: another one is taken only
 * where the one before could not be played, for the player would begin anew.
 */
export const nextLink = (played: PlayedLink, url: string): PlayedLink =>
  played.failed && played.url !== url ? { url, failed: false } : played
