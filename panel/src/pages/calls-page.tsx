import { CallsPage as Calls } from '../features/calls/calls-page.tsx'
import { MicrophoneReminder } from '../features/desk/microphone-note.tsx'

export const CallsPage = () => <Calls notice={<MicrophoneReminder />} />
