import { CallsPage as Calls } from '../features/calls/calls-page.tsx'
import { MicrophoneReminder } from '../features/desk/permission-notes.tsx'

export const CallsPage = () => <Calls notice={<MicrophoneReminder />} />
