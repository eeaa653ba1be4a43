export const messages = {
  dismissed: 'When your browser asks, choose “Allow”.',
  denied_other: 'Allow the microphone for this page in your browser settings.',
  denied_chrome: 'Click the icon next to the address, allow the microphone, and try again.',
  denied_firefox: 'Click the crossed-out microphone next to the address, remove the block, and try again.',
  denied_safari: 'In the menu, choose Safari > Settings > Websites > Microphone, and allow it for this page.',
  denied_safari_ios:
    'Tap the page menu next to the address, then Website Settings, and allow the microphone.',
  page: 'This page does not allow microphone access. Send us a message instead.',
  system:
    'Your system does not let the browser use the microphone. Allow it in the system’s privacy settings.',
  missing: 'No microphone was found. Connect one and try again.',
  in_use: 'Your microphone could not be started. Close other programs that may be using it, and try again.',
  ended: 'Your microphone was disconnected. Choose another one.',
  insecure: 'This app does not let pages use the microphone. Open the page in your browser to call.',
  camera: 'Your camera could not be started. The call continues without video.',
  unheard: 'Why can’t they hear me?',
  unheardHelp:
    'Speak and watch the bar. If it does not move, choose another microphone or check the mute switch on your headset. If it moves, the sound is off on the other side.',
  media_failed: 'A firewall or VPN may be blocking the call. Try another network.',

  askCallBack: 'Ask for a call back',
  cancelCallBack: 'Cancel request',
  willCall: 'We will get back to you.',
  callMeBack: 'Please call me back.',
  tooOften: 'Too many calls. Wait a moment, then try again.',
  unreachable: 'We cannot be reached right now.',
}
