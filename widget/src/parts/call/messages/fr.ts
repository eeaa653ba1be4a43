import type { CallMessages } from './messages.ts'

export const messages = {
  call: 'Appel',
  ready: 'Vérifiez vos appareils',
  checking: 'Votre navigateur demande l’accès au micro. Choisissez « Autoriser ».',
  microphone: 'Micro',
  camera: 'Caméra',
  speaker: 'Haut-parleur',
  speak: 'Dites quelque chose pour tester votre micro.',
  heard: 'Votre micro fonctionne.',
  recorded: 'Cet appel est enregistré.',
  mayRecord: 'Pouvons-nous enregistrer cet appel ?',
  mayYes: 'Oui',
  mayNo: 'Non, appeler sans enregistrement',
  callNow: 'Appeler maintenant',

  ringing: 'Appel en cours…',
  queue: 'Tous nos conseillers sont occupés. Votre position dans la file : {n}.',
  connecting: 'Connexion…',
  connected: 'En appel avec {name}',
  theyMuted: '{name} a coupé son micro.',
  weak: 'La connexion est faible.',
  lost: 'Connexion perdue. Reconnexion…',
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
    'Parlez et observez la barre. Si elle ne bouge pas, choisissez un autre micro ou vérifiez le bouton de coupure de votre casque. Si elle bouge, le son est coupé de l’autre côté.',

  elsewhere: 'Votre appel est ouvert dans une autre fenêtre.',
  bringHere: 'Reprendre l’appel ici',

  endedAfter: 'Appel terminé. Durée : {time}.',
  nobody: 'Personne ne peut prendre votre appel pour le moment.',
  failed: 'L’appel n’a pas pu être établi.',
  failedHelp: 'Un pare-feu ou un VPN bloque peut-être l’appel. Essayez un autre réseau.',
  gone: 'La connexion a été perdue.',
  off: 'Les appels sont désactivés pour le moment.',
  tooOften: 'Trop d’appels. Patientez un instant, puis réessayez.',
  unreachable: 'Nous ne sommes pas joignables pour le moment.',
  again: 'Rappeler',
  leaveMessage: 'Laisser un message',
  askCallBack: 'Demander à être rappelé',
  cancelCallBack: 'Annuler la demande',
  willCall: 'Nous vous recontacterons.',
  callMeBack: 'Merci de me rappeler.',

  blocked: 'Nous n’avons pas accès à votre micro.',
  noCamera: 'Votre caméra n’a pas pu être démarrée. L’appel continue sans vidéo.',
  dismissed: 'Lorsque votre navigateur le demande, choisissez « Autoriser ».',
  denied_other: 'Autorisez le micro pour cette page dans les réglages de votre navigateur.',
  denied_chrome: 'Cliquez sur l’icône à côté de l’adresse, autorisez-y le micro, puis réessayez.',
  denied_firefox: 'Cliquez sur le micro barré à côté de l’adresse, levez le blocage, puis réessayez.',
  denied_safari:
    'Dans le menu, choisissez Safari > Réglages > Sites web > Micro, et autorisez-le pour cette page.',
  denied_safari_ios:
    'Touchez le menu de la page à côté de l’adresse, puis Réglages du site web, et autorisez le micro.',
  page: 'Cette page n’autorise pas l’accès au micro. Écrivez-nous plutôt.',
  system:
    'Votre système n’autorise pas le navigateur à utiliser le micro. Autorisez-le dans les réglages de confidentialité du système.',
  missing: 'Aucun micro n’a été trouvé. Branchez-en un, puis réessayez.',
  in_use:
    'Votre micro n’a pas pu être démarré. Fermez les autres programmes qui l’utilisent peut-être, puis réessayez.',
  ended: 'Le micro a été débranché. Choisissez-en un autre.',
  insecure:
    'Cette application n’autorise pas les pages à utiliser le micro. Ouvrez la page dans votre navigateur pour appeler.',

  tryAgain: 'Réessayer',
  close: 'Fermer',
  you: 'Vous',
} satisfies CallMessages
