/** What to do when a call is not possible. Loaded when it is needed. */
export { CallBack } from './call-help/call-back.tsx'
export { canRetry } from './call-help/help-key.ts'
export { HelpText } from './call-help/help-text.tsx'
export { UnheardHelp } from './call-help/unheard-help.tsx'
