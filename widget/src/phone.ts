/**
 * Media query for phones in either orientation, on which the chat fills the screen. launcher.css, window.css and
 * composer.css repeat it.
 */
export const phone = '(max-width: 480px), (max-height: 480px)'
