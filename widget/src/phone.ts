/**
 * Media query for phones in either orientation, on which the chat fills the screen. launcher.css, window.css and
 * composer.css repeat it, which the build shortens to this form (cssTarget in vite.config.ts).
 */
export const phone = '(width<=480px),(height<=480px)'
