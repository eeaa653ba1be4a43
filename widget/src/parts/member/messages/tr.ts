import type { MemberMessages } from './messages.ts'

export const messages = {
  signIn: 'Oturum aç',
  signOut: 'Oturumu kapat',
  member: 'Oturum açık',

  signInReason:
    'Oturum açtığınızda konuşmalarınızı her cihazda bulursunuz. Oturum açmadan yazdıklarınız ayrı kalır.',
  continueWith: '{name} ile devam et',
  stayAnonymous: 'Anonim kal',
  goOnThere: '{name} penceresinde devam edin.',
  notYet: 'Henüz oturum açılmadı. Pencere hâlâ açıksa orada devam edin.',
  blocked: 'Tarayıcınız pencereyi engelledi.',
  openHere: 'Bu sekmede devam et',

  closeAccount: 'Hesabı kapat',
  closeQuestion: 'Hesabınız kapatılsın mı?',
  closeMeaning:
    'Oturumunuz kapanır ve ekibimiz hesabı kapattığınızı görür. Mesajlar ekipte kalır. Yeniden oturum açarsanız hesap yeniden açılır.',

  whichLanguage: 'Size hangi dilde yanıt verelim?',
  goOn: 'Sohbete başla',

  cancel: 'Vazgeç',
  failed: 'Olmadı. Yeniden deneyin.',
  tryAgain: 'Yeniden dene',
} satisfies MemberMessages
