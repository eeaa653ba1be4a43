import { complain } from '../../complain.ts'

/** Says in the console why the service takes no chat from this page. */
export function tellRefusal(code: string): void {
  const allowed =
    code === 'origin_not_allowed'
      ? ' The panel has the allowed origins under Settings > Widgets > Installation.'
      : ''
  complain(`The service refuses ${location.origin}: ${code}.${allowed}`)
}
