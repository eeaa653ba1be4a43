/** For the widget, which takes the protocol as types only: this module has no schemas. */
export { contrast, luminance } from '@parley/protocol/contrast'
