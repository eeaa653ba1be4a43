/**
 * Where the chat takes the whole screen: a phone upright or on its side. launcher.css and window.css say the same,
 * and composer.css for its letters.
 */
export const phone = '(max-width: 480px), (max-height: 480px)'
