import type { MemberMessages } from './messages.ts'

export const messages = {
  signIn: 'تسجيل الدخول',
  signOut: 'تسجيل الخروج',
  member: 'مسجَّل الدخول',

  signInReason:
    'سجّل الدخول لعرض محادثاتك على كل أجهزتك. تبقى الرسائل التي أرسلتها من دون تسجيل الدخول منفصلة.',
  continueWith: 'المتابعة باستخدام {name}',
  stayAnonymous: 'المتابعة كضيف',
  goOnThere: 'تابع في نافذة {name}.',
  notYet: 'لم يتم تسجيل الدخول بعد. إن كانت النافذة لا تزال مفتوحة فتابع هناك.',
  blocked: 'منع متصفحك فتح نافذة تسجيل الدخول.',
  openHere: 'المتابعة في علامة التبويب هذه',

  closeAccount: 'إغلاق الحساب',
  closeQuestion: 'هل تريد إغلاق حسابك؟',
  closeMeaning:
    'سيتم تسجيل خروجك. يحتفظ فريقنا برسائلك ويرى أنك أغلقت الحساب. سجّل الدخول مرة أخرى لإعادة فتحه.',

  whichLanguage: 'بأي لغة تريد أن نجيبك؟',
  goOn: 'بدء المحادثة',

  cancel: 'إلغاء',
  failed: 'حدث خطأ ما. حاول مرة أخرى.',
  tryAgain: 'إعادة المحاولة',
} satisfies MemberMessages
