import type { CallMessages } from './messages.ts'

export const messages = {
  call: 'Appel',
  ready: 'Avant d’appeler',
  checking: 'Votre navigateur demande le micro. Choisissez « Autoriser ».',
  microphone: 'Micro',
  camera: 'Caméra',
  speaker: 'Haut-parleur',
  speak: 'Dites quelque chose : la barre montre ce que nous entendons.',
  heard: 'Votre micro fonctionne.',
  recorded: 'Cet appel est enregistré.',
  mayRecord: 'Pouvons-nous enregistrer cet appel ?',
  mayYes: 'Oui',
  mayNo: 'Non, appeler sans enregistrement',
  callNow: 'Appeler maintenant',

  ringing: 'Ça sonne …',
  queue: 'Tout le monde est en ligne. Votre place dans la file : {n}.',
  connecting: 'Connexion …',
  connected: 'En ligne avec {name}',
  theyMuted: '{name} a coupé son micro.',
  weak: 'La connexion est faible.',
  lost: 'La connexion est interrompue. Nous la rétablissons …',
  recording: 'Enregistrement',
  paused: 'Enregistrement en pause',
  playSound: 'Activer le son',

  mute: 'Couper le micro',
  unmute: 'Rétablir le micro',
  cameraOn: 'Allumer la caméra',
  cameraOff: 'Éteindre la caméra',
  hangUp: 'Raccrocher',
  devices: 'Appareils et aide',
  small: 'Réduire l’appel',
  openCall: 'Ouvrir l’appel',
  unheard: 'Pourquoi ne m’entend-on pas ?',
  unheardHelp:
    'Parlez : si la barre ne bouge pas, choisissez un autre micro ou cherchez l’interrupteur de votre casque. Si elle bouge, le son est coupé de l’autre côté.',

  elsewhere: 'Votre appel se poursuit dans une autre fenêtre.',
  bringHere: 'Le reprendre ici',

  endedAfter: 'L’appel est terminé, il a duré {time}.',
  nobody: 'Personne ne peut prendre votre appel pour le moment.',
  failed: 'L’appel n’a pas pu être établi.',
  failedHelp: 'Un pare-feu ou un VPN l’empêche peut-être. Essayez un autre réseau.',
  gone: 'La connexion a été perdue.',
  off: 'Les appels sont désactivés pour le moment.',
  tooOften: 'C’était trop souvent. Attendez un peu, puis rappelez.',
  unreachable: 'Nous ne sommes pas joignables pour le moment.',
  again: 'Rappeler',
  leaveMessage: 'Laisser un message',

  blocked: 'Nous ne recevons pas votre micro.',
  noCamera: 'La caméra ne démarre pas. L’appel continue sans image.',
  dismissed: 'Répondez « Autoriser » à la question de votre navigateur.',
  denied_other: 'Autorisez le micro pour cette page dans les réglages de votre navigateur.',
  denied_chrome: 'Cliquez sur l’icône à côté de l’adresse, autorisez-y le micro, puis réessayez.',
  denied_firefox: 'Cliquez sur le micro barré à côté de l’adresse, levez le blocage, puis réessayez.',
  denied_safari:
    'Dans le menu, choisissez Safari > Réglages > Sites web > Micro, et autorisez-le pour cette page.',
  denied_safari_ios:
    'Touchez le menu de la page à côté de l’adresse, puis Réglages du site web, et autorisez le micro.',
  page: 'Cette page ne laisse pas de micro aux appels. Écrivez-nous plutôt.',
  system:
    'Votre système ne donne pas le micro au navigateur. Autorisez-le dans les réglages de confidentialité du système.',
  missing: 'Aucun micro n’a été trouvé. Branchez-en un, puis réessayez.',
  in_use: 'Le micro ne démarre pas. Fermez les autres programmes qui l’utilisent peut-être, puis réessayez.',
  ended: 'Le micro a été débranché. Choisissez-en un autre.',
  insecure:
    'Cette application ne donne pas de micro aux pages. Ouvrez la page dans votre navigateur et appelez de là.',

  tryAgain: 'Réessayer',
  close: 'Fermer',
  you: 'Vous',
} satisfies CallMessages
